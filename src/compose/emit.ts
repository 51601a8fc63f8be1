import type { EventDraft } from "../brain/ports.ts";
import type { Event } from "../contract/event.ts";
import { type Clock, isoTime } from "../core/clock.ts";
import { uuidV7 } from "../core/ids.ts";
import type { Change } from "../store/port.ts";

/** Makes the records of an event, to go into the commit of the change that caused it. */
export function createEmit(clock: Clock): (draft: EventDraft) => Change[] {
  return ({ accountId, type, data }) => {
    const nowMs = clock.now();
    const event: Event = {
      event_id: uuidV7(nowMs),
      event_type: type,
      emitted_at: isoTime(nowMs),
      api_version: "v1",
      data,
    };
    return [
      { type: "put", kind: "event", record: { id: event.event_id, account_id: accountId, event } },
    ];
  };
}
