import { type Static, Type } from "typebox";
import { cellFormats } from "../core/text/format-cell.ts";
import {
  Cell,
  FindingsBySeverity,
  GapReason,
  Nullable,
  Severity,
  Tags,
  Timestamp,
} from "./common.ts";
import { maxAnswerRows } from "./enums.ts";
import { Posture } from "./posture.ts";

export { FindingsBySeverity, GapReason, gapReasons } from "./common.ts";

const strict = { additionalProperties: false } as const;

const Formats = Type.Record(Type.String(), Type.Enum([...cellFormats]), {
  description:
    "What the numbers of a column are, by its name: bytes, seconds, a time in seconds since 1970, a percentage or 0 and 1 for no and yes.",
});

export const Evidence = Type.Object(
  {
    sql: Type.String(),
    columns: Type.Array(Type.String()),
    /** At most 50 rows, each in the order of `columns`. */
    rows: Type.Array(Type.Array(Cell), { maxItems: 50 }),
    row_count: Type.Integer(),
    added: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 10,
        description:
          "Columns that the server added from advisories; the agent reported the others.",
      }),
    ),
    formats: Type.Optional(Formats),
  },
  strict,
);
export type Evidence = Static<typeof Evidence>;

/** The agent's signature of the result that proves a finding. */
export const FindingReceipt = Type.Object(
  {
    plan_id: Type.String(),
    key_id: Type.String({ description: "First 16 hex digits of the key's SHA-256." }),
    signature: Type.String(),
  },
  strict,
);
export type FindingReceipt = Static<typeof FindingReceipt>;

const acceptance = {
  acceptance_id: Type.String(),
  because: Type.String(),
  until: Type.Union([Timestamp, Type.Null()], { description: "Null for one without an end." }),
  at: Type.String({ format: "date-time", maxLength: 64, description: "When it was accepted." }),
};

/** The acceptance that covers a finding. */
export const Accepted = Type.Object(acceptance, strict);
export type Accepted = Static<typeof Accepted>;

/** The acceptance that covers only some of a finding's evidence. */
export const PartlyAccepted = Type.Object(
  {
    ...acceptance,
    rows: Type.Integer({ description: "The rows of evidence that acceptances cover." }),
  },
  strict,
);
export type PartlyAccepted = Static<typeof PartlyAccepted>;

export const Finding = Type.Object(
  {
    finding_id: Type.String(),
    detection_id: Type.String(),
    title: Type.String(),
    severity: Severity,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    agent_id: Type.String(),
    hostname: Type.String(),
    tags: Tags,
    evidence: Evidence,
    attack: Type.Array(Type.String()),
    remediation: Type.String(),
    /** Null for a finding from a snapshot. */
    receipt: Nullable(FindingReceipt),
    accepted: Type.Optional(
      Type.Object(Accepted.properties, {
        ...strict,
        description:
          "The finding is accepted as a risk: it sends no event and counts neither in the severity nor as failed or new.",
      }),
    ),
    partly_accepted: Type.Optional(
      Type.Object(PartlyAccepted.properties, {
        ...strict,
        description: "Some of the evidence is accepted; the finding counts because of the rest.",
      }),
    ),
  },
  strict,
);
export type Finding = Static<typeof Finding>;

/** How a run of a scheduled question differs from the last completed run. */
export const Changes = Type.Object(
  {
    new: Type.Array(Finding),
    resolved: Type.Array(Finding, {
      description: "Findings of the last completed run that no longer apply.",
    }),
  },
  strict,
);
export type Changes = Static<typeof Changes>;

export const ChainNode = Type.Object(
  { type: Type.String(), id: Type.String(), label: Type.String() },
  strict,
);
export type ChainNode = Static<typeof ChainNode>;

/** How certain an edge of a chain is. */
export const EdgeState = Type.Enum(["proven", "conditional", "inferred", "refuted"]);

export const ChainStep = Type.Object(
  {
    edge: Type.String(),
    from: ChainNode,
    to: ChainNode,
    agent_id: Type.String(),
    proof: Type.Object({ sql: Type.String(), row: Type.Array(Cell) }, strict),
    confirmed_at: Nullable(Timestamp),
    hostname: Type.Optional(Type.String()),
    description: Type.Optional(Type.String({ description: "The step in one sentence." })),
    state: Type.Optional(EdgeState),
    why: Type.Optional(
      Nullable(
        Type.String({ description: "What is assumed, required or missing; null if proven." }),
      ),
    ),
    columns: Type.Optional(
      Type.Array(Type.String(), { description: "The column names of the proof's row." }),
    ),
    proved_at: Type.Optional(Timestamp),
    source: Type.Optional(Type.Enum(["live", "cached"])),
  },
  strict,
);
export type ChainStep = Static<typeof ChainStep>;

export const Chain = Type.Object(
  {
    chain_id: Type.String(),
    severity: Severity,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    from: ChainNode,
    to: ChainNode,
    status: Type.Union([Type.Literal("confirmed"), Type.Literal("unconfirmed")]),
    steps: Type.Array(ChainStep),
    narrative: Type.String(),
    weakest: Type.Optional(
      Nullable(
        Type.String({
          description: "Why the chain is not confirmed, and what would confirm or refute it.",
        }),
      ),
    ),
    fix: Type.Optional(
      Nullable(Type.String({ description: "The cheapest fix that breaks the chain." })),
    ),
  },
  strict,
);
export type Chain = Static<typeof Chain>;

/** The rows that answer the question. */
export const Answer = Type.Object(
  {
    columns: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(Cell), { maxItems: maxAnswerRows }),
    row_count: Type.Integer(),
    truncated: Type.Boolean(),
    formats: Type.Optional(Formats),
  },
  strict,
);
export type Answer = Static<typeof Answer>;

/** A page of all rows of an answer. */
export const RowPage = Type.Object(
  {
    columns: Type.Array(Type.String()),
    data: Type.Array(Type.Array(Cell), { description: "Rows, each in the order of `columns`." }),
    row_count: Type.Integer({ description: "The number of rows that the hosts reported." }),
    truncated: Type.Boolean({
      description: "Whether there are rows that no page has, because of their number or size.",
    }),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  strict,
);
export type RowPage = Static<typeof RowPage>;

export const AgentGap = Type.Object({ agent_id: Type.String(), reason: GapReason }, strict);
export type AgentGap = Static<typeof AgentGap>;

/** The results of one detection over the hosts queried. */
export const CheckTally = Type.Object(
  {
    detection_id: Type.String(),
    fail: Type.Integer(),
    pass: Type.Integer(),
    unknown: Type.Integer(),
    not_applicable: Type.Integer(),
    unknown_reasons: Type.Array(AgentGap, { maxItems: 100 }),
  },
  strict,
);
export type CheckTally = Static<typeof CheckTally>;

export const Coverage = Type.Object(
  {
    agents_targeted: Type.Integer(),
    agents_answered: Type.Integer(),
    unanswered: Type.Array(AgentGap),
    cached: Type.Integer(),
    live: Type.Integer(),
  },
  strict,
);
export type Coverage = Static<typeof Coverage>;

export const Summary = Type.Object(
  {
    narrative: Type.String(),
    severity: Severity,
    answer: Nullable(Answer),
    findings_by_severity: FindingsBySeverity,
    checks: Type.Array(CheckTally),
    coverage: Coverage,
    posture: Type.Optional(
      Type.Union([Posture, Type.Null()], {
        description: "Only for questions about security as a whole.",
      }),
    ),
  },
  strict,
);
export type Summary = Static<typeof Summary>;
