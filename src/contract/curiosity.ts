import { type Static, Type } from "typebox";
import { Depth, maxDurationLength, Nullable, Scope, Timestamp } from "./common.ts";
import { InvestigationStatus, Question } from "./investigation.ts";

const strict = { additionalProperties: false } as const;

/** Name of the format of an interval between runs; the validator defines it. */
export const curiosityIntervalFormat = "curiosity-interval";
export const curiosityIntervalMs = {
  /** The default minimum; the server can be configured with another. */
  least: 60_000,
  most: 365 * 86_400_000,
};

const Interval = Type.String({
  format: curiosityIntervalFormat,
  maxLength: maxDurationLength,
  description: "A number and one of `s m h d`, from `1m` to `365d`.",
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
      description: "The time of the next run, also while a run is in progress; null while paused.",
    }),
  ),
  last_run_at: Nullable(Timestamp),
  last_investigation_id: Nullable(Type.String()),
  last_status: Nullable(InvestigationStatus),
  run_count: Type.Integer({ minimum: 0 }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

/** A scheduled question. */
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
        ...Timestamp,
        description:
          "Time with any offset. If absent or in the past, the question runs immediately.",
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
