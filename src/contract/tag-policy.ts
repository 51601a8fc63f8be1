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
/** From a minute to a week. */
const Interval = Type.String({ pattern: "^[0-9]+[smhd]$" });

/** What holds for every agent whose tags satisfy `match`. */
export const TagPolicy = Type.Object(
  {
    id: Type.String(),
    name: Name,
    match: Tags,
    deny_tables: DenyTables,
    criticality: Criticality,
    snapshot_interval: Nullable(Interval),
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
  Type.Object({ ...CreateTagPolicy.properties, snapshot_interval: Nullable(Interval) }),
  strict,
);
export type UpdateTagPolicy = Static<typeof UpdateTagPolicy>;

export const TagPolicyPage = Type.Object(
  { policies: Type.Array(TagPolicy), next_cursor: Nullable(Type.String()) },
  strict,
);
export type TagPolicyPage = Static<typeof TagPolicyPage>;
