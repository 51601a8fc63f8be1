import { type Static, Type } from "typebox";
import { EdgeRule } from "./edge-rule.ts";

/** A file of an operator's folder of edges: as in data/edges. */
export const OwnEdgeRule = Type.Object(
  {
    ...EdgeRule.properties,
    id: Type.String({ ...EdgeRule.properties.id, maxLength: 64 }),
    /** Required to replace the shipped rule with this id. */
    replaces: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type OwnEdgeRule = Static<typeof OwnEdgeRule>;
