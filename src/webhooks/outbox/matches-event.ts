import type { Event } from "../../contract/event.ts";
import { severities } from "../../contract/enums.ts";
import type { SubscriptionRecord } from "../../store/records.ts";

/** Whether a subscription is to be told of an event: it is active, and type and every given filter match. */
export function matchesEvent(
  { active, events, filters }: Pick<SubscriptionRecord, "active" | "events" | "filters">,
  event: Pick<Event, "event_type" | "data">,
): boolean {
  return (
    active &&
    (events.includes("*") || events.includes(event.event_type)) &&
    meetsSeverity(filters.min_severity, event.data.severity) &&
    hasTags(filters.tags ?? {}, event.data.tags)
  );
}

/** An event without a severity passes every minimum. */
function meetsSeverity(least: string | undefined, severity: unknown): boolean {
  if (least === undefined || typeof severity !== "string") return true;
  const rank = (name: string) => (severities as readonly string[]).indexOf(name);
  return rank(severity) >= rank(least);
}

function hasTags(wanted: Record<string, string>, tags: unknown): boolean {
  const own = (tags ?? {}) as Record<string, unknown>;
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(own, key) && own[key] === value,
  );
}
