import { type Static, type TSchema, Type } from "typebox";
import { depths, modes, severities } from "./enums.ts";

export { depths, modes, severities } from "./enums.ts";

/** ISO-8601 UTC with milliseconds and `Z`. */
export const Timestamp = Type.String({ format: "date-time", maxLength: 64 });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Severity = Type.Enum([...severities]);
export type Severity = (typeof severities)[number];

/** The higher of two severities. */
export function maxSeverity(a: Severity, b: Severity): Severity {
  return severities.indexOf(a) >= severities.indexOf(b) ? a : b;
}

/** How many findings have each severity. */
export const FindingsBySeverity = Type.Object(
  {
    info: Type.Integer(),
    low: Type.Integer(),
    medium: Type.Integer(),
    high: Type.Integer(),
    critical: Type.Integer(),
  },
  { additionalProperties: false },
);
export type FindingsBySeverity = Static<typeof FindingsBySeverity>;

/** Why an agent's data is missing from an answer. */
export const gapReasons = [
  "offline",
  "timed_out",
  "denied",
  "table_missing",
  "policy",
  "error",
] as const;
export const GapReason = Type.Enum([...gapReasons]);
export type GapReason = (typeof gapReasons)[number];

export const Depth = Type.Enum([...depths]);
export type Depth = (typeof depths)[number];

export const Mode = Type.Enum([...modes]);
export type Mode = (typeof modes)[number];

/** A record's generated pattern can't limit the length of keys or allow line breaks in them. */
const tagKeys = {
  propertyNames: { type: "string", minLength: 1, maxLength: 255 },
  additionalProperties: false,
} as const;
const TagValue = Type.String({ maxLength: 255 });

export const Tags = Type.Record(Type.String(), TagValue, tagKeys);
export type Tags = Static<typeof Tags>;

/** Tags in a request: those that an agent or an operator sets, or that hosts must have. */
export const GivenTags = Type.Record(Type.String(), TagValue, { ...tagKeys, maxProperties: 64 });

/** Maximum length of a duration: digits and a unit. */
export const maxDurationLength = 32;

/** The agents that an investigation queries; an empty filter selects all agents of the account. */
export const Scope = Type.Object(
  {
    type: Type.Literal("selector"),
    filter: Type.Optional(
      Type.Object(
        {
          tags: Type.Optional(GivenTags),
          last_seen_within: Type.Optional(
            Type.String({ pattern: "^[0-9]+[smhd]$", maxLength: maxDurationLength }),
          ),
          agent_ids: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 1000 }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Scope = Static<typeof Scope>;

export const everyAgent: Scope = { type: "selector", filter: {} };

/** A value in a result row; integers beyond 2^53 are sent as strings. */
export const Cell = Type.Union([Type.String(), Type.Number(), Type.Null()]);
export type Cell = string | number | null;

export const defaultPageSize = 50;
