/** Everything that can happen and be told to a subscriber. */
export const eventTypes = [
  "investigation.queued",
  "investigation.completed",
  "investigation.failed",
  "finding.discovered",
  "chain.confirmed",
  "agent.registered",
] as const;
export type EventType = (typeof eventTypes)[number];

/** The envelope a subscriber receives; `event_id` is stable and the key for de-duplication. */
export interface Event {
  event_id: string;
  event_type: EventType;
  emitted_at: string;
  api_version: "v1";
  data: Record<string, unknown>;
}
