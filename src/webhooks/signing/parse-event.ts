/** An event as delivered; `event_id` is stable, for de-duplication. */
export interface DeliveredEvent {
  event_id: string;
  event_type: string;
  /** ISO-8601. */
  emitted_at: string;
  /** `v1`. */
  api_version: string;
  data: Record<string, unknown>;
}

/** Parses a body as an event; undefined when it is not one. */
export function parseEvent(text: string): DeliveredEvent | undefined {
  try {
    const event = JSON.parse(text) as DeliveredEvent | null;
    const { event_id, event_type, data } = event ?? {};
    const named = typeof event_id === "string" && typeof event_type === "string";
    return named && typeof data === "object" && data !== null ? event! : undefined;
  } catch {
    return undefined;
  }
}
