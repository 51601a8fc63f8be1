import { type Static, Type } from "typebox";
import { Depth, Nullable, Scope, Timestamp } from "./common.ts";
import { InvestigationStatus, Question } from "./investigation.ts";

const strict = { additionalProperties: false } as const;

/** Name of the format of an interval between runs, which the validator is given. */
export const curiosityIntervalFormat = "curiosity-interval";
export const curiosityIntervalMs = {
  /** Unless the server is told another. */
  least: 60_000,
  most: 365 * 86_400_000,
};

const Interval = Type.String({
  format: curiosityIntervalFormat,
  description: "`1m` to `365d`; digits and one of `s m h d`.",
});

const itemFields = {
  id: Type.String({ description: "`cur_` and 26 characters." }),
  query: Question,
  interval: Interval,
  scope: Scope,
  depth: Depth,
  active: Type.Boolean({ description: "False pauses the item." }),
  first_run_at: Timestamp,
  next_run_at: Nullable(
    Type.String({
      format: "date-time",
      description: "Null only while paused; during a run it is already the next slot.",
    }),
  ),
  last_run_at: Nullable(Timestamp),
  last_investigation_id: Nullable(Type.String()),
  last_status: Nullable(InvestigationStatus),
  run_count: Type.Integer({ minimum: 0 }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

/** A standing question. */
export const CuriosityItem = Type.Object(itemFields, strict);
export type CuriosityItem = Static<typeof CuriosityItem>;

export const CreateCuriosityItem = Type.Object(
  {
    query: Question,
    interval: Interval,
    scope: Type.Optional(Scope),
    depth: Type.Optional(Depth),
    first_run_at: Type.Optional(
      Type.String({
        format: "date-time",
        description: "With any offset. A past one runs at once; absent: now.",
      }),
    ),
    active: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type CreateCuriosityItem = Static<typeof CreateCuriosityItem>;

export const UpdateCuriosityItem = Type.Partial(CreateCuriosityItem, strict);
export type UpdateCuriosityItem = Static<typeof UpdateCuriosityItem>;

export const CuriosityPage = Type.Object(
  { items: Type.Array(CuriosityItem), next_cursor: Nullable(Type.String()) },
  strict,
);
export type CuriosityPage = Static<typeof CuriosityPage>;
