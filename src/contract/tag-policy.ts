import { type Static, Type } from "typebox";
import { TableName } from "./agent.ts";
import { GivenTags, maxDurationLength, Nullable, Timestamp } from "./common.ts";
import { criticalities } from "./enums.ts";

export { criticalities } from "./enums.ts";

const strict = { additionalProperties: false } as const;

export const Criticality = Type.Enum([...criticalities]);
export type Criticality = (typeof criticalities)[number];

const Name = Type.String({ minLength: 1, maxLength: 255 });
const DenyTables = Type.Array(TableName, { maxItems: 500 });

/** Name of the format of an interval between snapshots; the validator defines it. */
export const snapshotIntervalFormat = "snapshot-interval";
export const snapshotIntervalMs = { least: 60_000, most: 7 * 86_400_000 };
const intervalRule = {
  format: snapshotIntervalFormat,
  maxLength: maxDurationLength,
  description: "A number and one of `s m h d`, from `1m` to `7d`.",
};
const Interval = Type.String(intervalRule);
/** One schema with two types, because a union would report three issues for one mistake. */
const NullableInterval = Type.Unsafe<string | null>({ type: ["string", "null"], ...intervalRule });

/** Rules for every agent whose tags match `match`. */
export const TagPolicy = Type.Object(
  {
    id: Type.String(),
    name: Name,
    match: GivenTags,
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
    match: GivenTags,
    deny_tables: Type.Optional(DenyTables),
    criticality: Type.Optional(Criticality),
    snapshot_interval: Type.Optional(Interval),
  },
  strict,
);
export type CreateTagPolicy = Static<typeof CreateTagPolicy>;

/** A `snapshot_interval` of null removes the policy's interval. */
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
