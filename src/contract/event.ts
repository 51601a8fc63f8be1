import { type Static, Type } from "typebox";
import { Timestamp } from "./common.ts";
import { eventTypes } from "./enums.ts";

export { eventTypes } from "./enums.ts";

export const EventType = Type.Enum([...eventTypes]);
export type EventType = (typeof eventTypes)[number];

/** The envelope that a subscriber receives; `event_id` is stable, so receivers deduplicate by it. */
export const Event = Type.Object(
  {
    event_id: Type.String({ format: "uuid" }),
    event_type: EventType,
    emitted_at: Timestamp,
    api_version: Type.Literal("v1"),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "`tags`, one of `investigation`, `finding`, `chain` and `agent`, and `severity` where the type has one.",
    }),
  },
  { additionalProperties: false },
);
export type Event = Static<typeof Event>;

/** An event before it has an id. */
export interface EventDraft {
  accountId: string;
  type: EventType;
  data: Record<string, unknown>;
}
