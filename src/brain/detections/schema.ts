import { type Static, Type } from "typebox";
import { Severity } from "../../contract/common.ts";

const strict = { additionalProperties: false } as const;

/** The check for one platform. Its statements run on the host, over its agent's tables. */
export const Check = Type.Object(
  {
    /** No row: the detection does not apply to this host. Absent: it always applies. */
    applies: Type.Optional(Type.String()),
    /** Its rows are the evidence of a failure; no row from complete data is a pass. */
    sql: Type.String(),
    /**
     * For what complete tables don't decide, such as logs that don't reach back far enough: if `sql`
     * has no row and this has one, the check is unknown, and its first column is the reason.
     */
    unknown: Type.Optional(Type.String()),
  },
  strict,
);
export type Check = Static<typeof Check>;

/**
 * What remediates one row of evidence, as root. `{column}` stands for the row's value, quoted for the
 * shell; what names a column that is NULL in the row is left out.
 */
export const Fix = Type.Union([
  /** Shell commands. */
  Type.Array(Type.String(), { minItems: 1 }),
  /** Kernel settings with their values, to be set now and at each start. */
  Type.Object(
    {
      sysctl: Type.Record(Type.String(), Type.Union([Type.String(), Type.Integer()]), {
        minProperties: 1,
      }),
    },
    strict,
  ),
]);
export type Fix = Static<typeof Fix>;

/** A file of data/detections, named by its id. */
export const DetectionDefinition = Type.Object(
  {
    id: Type.String({ pattern: "^[a-z0-9_]+$" }),
    title: Type.String(),
    description: Type.String(),
    /** A weakness can be misused, an intrusion is a sign that somebody did, health is neither. */
    kind: Type.Enum(["weakness", "intrusion", "health"]),
    severity: Severity,
    attack: Type.Array(Type.String({ pattern: "^T[0-9]{4}([.][0-9]{3})?$" })),
    remediation: Type.String(),
    /** Absent where nothing is safe without a decision. */
    fix: Type.Optional(Fix),
    /** Who or what the remediation could lock out or stop, in one sentence with what to check first. */
    lockout: Type.Optional(Type.String()),
    /** Wordings of questions that this detection answers. */
    phrases: Type.Array(Type.String(), { minItems: 1 }),
    /** Tables the checks read, main one first. */
    tables: Type.Array(Type.String(), { minItems: 1 }),
    /** Detections that a deep investigation runs as well. */
    related: Type.Optional(Type.Array(Type.String())),
    /** Evidence columns that identify a finding's rows across runs. */
    key: Type.Array(Type.String(), { minItems: 1 }),
    /**
     * The rows of `sql` are the installed packages (`ecosystem`, `package`, `installed`, `source`,
     * `source_version`); the evidence are those that the operator's advisories are about.
     */
    advisories: Type.Optional(Type.Literal(true)),
    /** Names of the statements in data/edges/with that `sql` and `unknown` start with. */
    with: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    platforms: Type.Object(
      { linux: Type.Optional(Check), darwin: Type.Optional(Check), windows: Type.Optional(Check) },
      { additionalProperties: false, minProperties: 1 },
    ),
  },
  strict,
);
export type DetectionDefinition = Static<typeof DetectionDefinition>;
