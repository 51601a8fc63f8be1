import { type Static, Type } from "typebox";
import { Timestamp } from "./common.ts";
import { eventTypes } from "./words.ts";

export { eventTypes } from "./words.ts";

export const EventType = Type.Enum([...eventTypes]);
export type EventType = (typeof eventTypes)[number];

/** The envelope a subscriber receives; `event_id` is stable and the key for de-duplication. */
export const Event = Type.Object(
  {
    event_id: Type.String({ format: "uuid" }),
    event_type: EventType,
    emitted_at: Timestamp,
    api_version: Type.Literal("v1"),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "`severity` where the type has one, `tags`, then `investigation`, `finding`, `chain` or `agent`.",
    }),
  },
  { additionalProperties: false },
);
export type Event = Static<typeof Event>;

/** Something that happened, before it has an id. */
export interface EventDraft {
  accountId: string;
  type: EventType;
  data: Record<string, unknown>;
}
