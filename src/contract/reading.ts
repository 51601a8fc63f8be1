import { type Static, Type } from "typebox";
import { Nullable, Tags } from "./common.ts";

const strict = { additionalProperties: false } as const;

export const routes = ["detections", "pathfinder", "facts"] as const;
export const behaviours = [
  "answer",
  "answer_benign_part",
  "clarify",
  "not_answerable",
  "decline",
] as const;
export const filterOps = [
  "eq",
  "ne",
  "gt",
  "ge",
  "lt",
  "le",
  "in",
  "not_in",
  "contains",
  "not_contains",
  "starts_with",
  "not_starts_with",
  "ends_with",
  "matches",
  "empty",
  "not_empty",
  "in_cidr",
  "not_in_cidr",
  "version_eq",
  "version_lt",
  "version_le",
  "version_gt",
  "version_ge",
] as const;
export type FilterOp = (typeof filterOps)[number];

const FilterValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/** One condition on a field of the main table, or on `table.field` of another. */
export const Filter = Type.Object(
  {
    field: Type.String(),
    op: Type.Enum([...filterOps]),
    value: Type.Union([FilterValue, Type.Array(FilterValue)]),
  },
  strict,
);
export type Filter = Static<typeof Filter>;

export const Aggregate = Type.Object(
  {
    type: Type.Enum(["none", "exists", "count", "top_n", "group_by"]),
    fields: Type.Array(Type.String()),
    n: Type.Optional(Type.Integer({ minimum: 1 })),
    order: Type.Optional(Type.Enum(["asc", "desc"])),
    fn: Type.Optional(Type.Enum(["count", "sum", "avg", "min", "max", "distinct", "compare"])),
    of: Type.Optional(Type.String()),
    per: Type.Optional(Type.String()),
  },
  strict,
);
export type Aggregate = Static<typeof Aggregate>;

export const pathEndKinds = [
  "host",
  "user",
  "group",
  "key",
  "service",
  "container",
  "credential",
  "file",
  "internet",
  "network",
  "any",
] as const;
export type PathEndKind = (typeof pathEndKinds)[number];
export const privileges = ["any", "user", "admin", "root"] as const;
export const pathModes = [
  "find",
  "exists",
  "shortest",
  "all",
  "count",
  "reach",
  "inbound",
  "rank",
  "choke_point",
  "what_if",
] as const;
export type PathMode = (typeof pathModes)[number];

/** One end of a path question. */
export const PathEnd = Type.Object(
  {
    kind: Type.Enum([...pathEndKinds]),
    name: Type.Optional(Type.String()),
    host: Type.Optional(Type.String()),
    user: Type.Optional(Type.String()),
    tags: Type.Optional(Tags),
    priv: Type.Optional(Type.Enum([...privileges])),
  },
  strict,
);
export type PathEnd = Static<typeof PathEnd>;

export const PathQuestion = Type.Object(
  {
    from: PathEnd,
    to: PathEnd,
    mode: Type.Enum([...pathModes]),
    avoid: Type.Optional(Type.Array(Type.String())),
    via: Type.Optional(Type.Array(Type.String())),
    max_hops: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  strict,
);
export type PathQuestion = Static<typeof PathQuestion>;

export const followUpAsks = ["refine", "why", "since_when", "changes", "rest"] as const;

/** How a question refines an earlier one, or what it asks about the earlier answer. */
export const FollowUp = Type.Object(
  {
    question: Type.String({ description: "The earlier question, as typed." }),
    asks: Type.Enum([...followUpAsks]),
    since: Type.Optional(
      Type.String({ description: "For `changes`: the time whose state is compared with." }),
    ),
    skip: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "For `rest`: the number of rows that earlier answers had.",
      }),
    ),
  },
  strict,
);
export type FollowUp = Static<typeof FollowUp>;

/**
 * How a question was understood. The run uses nothing but this data, and every answer shows it.
 * `sql` holds one statement per source of the same kind of data, such as deb and rpm packages:
 * each runs on every host, and their rows are combined.
 */
export interface Reading {
  route: (typeof routes)[number][];
  behaviour: (typeof behaviours)[number];
  /** The understood question as one English sentence. */
  text: string;
  /** 0–1, calibrated. */
  confidence: number;
  /** Detection ids, best first, at most 10. */
  detections: string[];
  /** Kinds of data, the main one first. */
  tables: string[];
  filters: Filter[];
  aggregate: Aggregate;
  absent: null | "host" | "user" | "file";
  hosts: string[];
  tags: Tags;
  time_window: string | null;
  path: PathQuestion | null;
  /** The readings of the parts of a compound question. */
  parts: Reading[] | null;
  sql: string[];
  merge_sql: string | null;
  /** Similar questions that can be answered, when this one was not understood. */
  suggestions: string[];
  /** The question is about security as a whole: every detection runs. */
  posture?: boolean;
  /** Whether all are so is asked, and the rows are those that are not: without rows the answer is yes. */
  exceptions?: boolean;
  /** Accounts and software that the question names and no snapshot has. */
  unknown_names?: UnknownName[];
  /** Words of the question that no part of the reading accounts for, as typed. */
  ignored?: string[];
  /** Other readings that were considered, likeliest first. */
  alternatives?: Alternative[];
  /** The language model that read the question, because the reader was unsure; `confidence` is then 0. */
  read_by?: { model: string };
  /** Absent for a question that is read by itself. */
  follow_up?: FollowUp;
}

/** A name that the estate does not have, with similar ones that it has. */
export interface UnknownName {
  name: string;
  near: string[];
}

/** A reading that was considered and not chosen. */
export interface Alternative {
  /** As one English sentence. */
  text: string;
  /** 0–1: its share of probability among the readings considered. */
  probability: number;
  /** Why the reading that was chosen was preferred to it, the strongest reasons first. */
  because: string[];
}

const readingFields = {
  route: Type.Array(Type.Enum([...routes])),
  behaviour: Type.Enum([...behaviours]),
  text: Type.String(),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  detections: Type.Array(Type.String(), { maxItems: 10 }),
  tables: Type.Array(Type.String()),
  filters: Type.Array(Filter),
  aggregate: Aggregate,
  absent: Nullable(Type.Union([Type.Literal("host"), Type.Literal("user"), Type.Literal("file")])),
  hosts: Type.Array(Type.String()),
  tags: Tags,
  time_window: Nullable(Type.String()),
  path: Nullable(PathQuestion),
  sql: Type.Array(Type.String()),
  merge_sql: Nullable(Type.String()),
  suggestions: Type.Array(Type.String()),
  posture: Type.Optional(Type.Boolean()),
  exceptions: Type.Optional(Type.Boolean()),
  unknown_names: Type.Optional(
    Type.Array(
      Type.Object(
        { name: Type.String(), near: Type.Array(Type.String(), { maxItems: 3 }) },
        strict,
      ),
      { maxItems: 100 },
    ),
  ),
  ignored: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
  alternatives: Type.Optional(
    Type.Array(
      Type.Object(
        {
          text: Type.String(),
          probability: Type.Number({ minimum: 0, maximum: 1 }),
          because: Type.Array(Type.String(), { maxItems: 3 }),
        },
        strict,
      ),
      { maxItems: 5 },
    ),
  ),
  read_by: Type.Optional(Type.Object({ model: Type.String() }, strict)),
  follow_up: Type.Optional(FollowUp),
};

const ReadingPart = Type.Object({ ...readingFields, parts: Type.Null() }, strict);
export const ReadingSchema = Type.Unsafe<Reading>(
  Type.Object({ ...readingFields, parts: Nullable(Type.Array(ReadingPart)) }, strict),
);
