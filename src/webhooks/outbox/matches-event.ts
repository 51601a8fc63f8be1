import { isInAll, severities } from "../../contract/enums.ts";
import type { Event } from "../../contract/event.ts";
import type { SubscriptionRecord } from "../../store/records.ts";

/** Whether a subscription receives an event: it is active, and the type and every filter match. */
export function matchesEvent(
  { active, events, filters }: Pick<SubscriptionRecord, "active" | "events" | "filters">,
  event: Pick<Event, "event_type" | "data">,
): boolean {
  return (
    active &&
    (events.includes(event.event_type) || (events.includes("*") && isInAll(event.event_type))) &&
    meetsSeverity(filters.min_severity, event.data.severity) &&
    hasTags(filters.tags ?? {}, event.data.tags)
  );
}

/** Events without a severity match every minimum. */
function meetsSeverity(minimum: string | undefined, severity: unknown): boolean {
  if (minimum === undefined || typeof severity !== "string") return true;
  const rank = (name: string) => (severities as readonly string[]).indexOf(name);
  return rank(severity) >= rank(minimum);
}

function hasTags(wanted: Record<string, string>, tags: unknown): boolean {
  const own = (tags ?? {}) as Record<string, unknown>;
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(own, key) && own[key] === value,
  );
}
