import { type Static, Type } from "typebox";
import { Nullable, Tags, Timestamp } from "./common.ts";
import { criticalities } from "./words.ts";

export { criticalities } from "./words.ts";

const strict = { additionalProperties: false } as const;

export const Criticality = Type.Enum([...criticalities]);
export type Criticality = (typeof criticalities)[number];

const Name = Type.String({ minLength: 1, maxLength: 255 });
const DenyTables = Type.Array(Type.String({ pattern: "^[a-z][a-z0-9_]{0,63}$" }), {
  maxItems: 500,
});

/** Name of the format of an interval between snapshots, which the validator is given. */
export const snapshotIntervalFormat = "snapshot-interval";
export const snapshotIntervalMs = { least: 60_000, most: 7 * 86_400_000 };
const intervalRule = {
  format: snapshotIntervalFormat,
  description: "`1m` to `7d`; digits and one of `s m h d`.",
};
const Interval = Type.String(intervalRule);
/** One type of two, where a union of two would be told as three mistakes. */
const NullableInterval = Type.Unsafe<string | null>({ type: ["string", "null"], ...intervalRule });

/** What holds for every agent whose tags satisfy `match`. */
export const TagPolicy = Type.Object(
  {
    id: Type.String(),
    name: Name,
    match: Tags,
    deny_tables: DenyTables,
    criticality: Criticality,
    snapshot_interval: NullableInterval,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  strict,
);
export type TagPolicy = Static<typeof TagPolicy>;

export const CreateTagPolicy = Type.Object(
  {
    name: Name,
    match: Tags,
    deny_tables: Type.Optional(DenyTables),
    criticality: Type.Optional(Criticality),
    snapshot_interval: Type.Optional(Interval),
  },
  strict,
);
export type CreateTagPolicy = Static<typeof CreateTagPolicy>;

/** A `snapshot_interval` of null is none of the policy's own any more. */
export const UpdateTagPolicy = Type.Partial(
  Type.Object({
    ...CreateTagPolicy.properties,
    snapshot_interval: Type.Optional(NullableInterval),
  }),
  strict,
);
export type UpdateTagPolicy = Static<typeof UpdateTagPolicy>;

export const TagPolicyPage = Type.Object(
  { policies: Type.Array(TagPolicy), next_cursor: Nullable(Type.String()) },
  strict,
);
export type TagPolicyPage = Static<typeof TagPolicyPage>;
