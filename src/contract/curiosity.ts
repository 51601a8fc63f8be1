import { type Static, Type } from "typebox";
import { Depth, maxDurationLength, Nullable, Scope, Timestamp } from "./common.ts";
import { calendarDays } from "./enums.ts";
import { InvestigationStatus, Question } from "./investigation.ts";

const strict = { additionalProperties: false } as const;

/** Name of the format of an interval between runs; the validator defines it. */
export const curiosityIntervalFormat = "curiosity-interval";
export const curiosityIntervalMs = {
  /** The default minimum; the server can be configured with another. */
  least: 60_000,
  most: 365 * 86_400_000,
};

/** Names of custom formats; the validator defines them. */
export const timeOfDayFormat = "time-of-day";
export const timeZoneFormat = "time-zone";

const Interval = Type.String({
  format: curiosityIntervalFormat,
  maxLength: maxDurationLength,
  description: "A number and one of `s m h d`, from `1m` to `365d`.",
});

/** Times of a calendar at which a question is asked, instead of an interval. */
export const Calendar = Type.Object(
  {
    on: Type.Enum([...calendarDays], { description: "`weekday` is Monday to Friday." }),
    at: Type.String({ format: timeOfDayFormat, maxLength: 5, description: "`HH:MM`, 24 hours." }),
    time_zone: Type.Optional(
      Type.String({
        format: timeZoneFormat,
        maxLength: 64,
        description: "IANA name such as `Europe/Berlin`; UTC if absent.",
      }),
    ),
  },
  {
    ...strict,
    description:
      "Runs at this time of these days, instead of every `interval`, which is ignored. A time that " +
      "clocks skip runs as much later; one that they repeat runs once.",
  },
);
export type Calendar = Static<typeof Calendar>;

const itemFields = {
  id: Type.String({ description: "`cur_` and 26 characters." }),
  query: Question,
  interval: Interval,
  calendar: Type.Optional(Calendar),
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
    calendar: Type.Optional(Calendar),
    scope: Type.Optional(Scope),
    depth: Type.Optional(Depth),
    first_run_at: Type.Optional(
      Type.String({
        ...Timestamp,
        description:
          "Time with any offset. If absent or in the past, the question runs immediately. With a " +
          "`calendar`, the first run is the first of its times from then on.",
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
