import { type Static, Type } from "typebox";
import { Depth, Mode, Nullable, Scope, Severity, Timestamp } from "./common.ts";
import { investigationStatuses } from "./enums.ts";
import { type Reading, ReadingSchema } from "./reading.ts";
import { Chain, Changes, Finding, Summary } from "./summary.ts";

export { investigationStatuses, isTerminal } from "./enums.ts";

const strict = { additionalProperties: false } as const;

export const InvestigationStatus = Type.Enum([...investigationStatuses]);
export type InvestigationStatus = (typeof investigationStatuses)[number];

/** Code points of a question in English. */
export const maxQueryLength = 2000;
/** Bytes of a question that is SQL. */
export const maxSqlBytes = 65_536;

/** Name of the format of a question: 1 to 2,000 code points after trimming, or SQL of up to 64 KiB. */
export const questionFormat = "question";
export const Question = Type.String({
  format: questionFormat,
  // With the white space around it.
  maxLength: 131_072,
  description:
    "A question in plain English, 1 to 2,000 characters after trimming, or one SQL SELECT or WITH statement of up to 64 KiB.",
});

export const FollowUpOf = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The investigation whose question this one refines.",
});

export const TriggerRequest = Type.Object(
  {
    query: Question,
    depth: Type.Optional(Depth),
    scope: Type.Optional(Scope),
    mode: Type.Optional(Mode),
    idempotency_key: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    follow_up_of: Type.Optional(FollowUpOf),
  },
  strict,
);
export type TriggerRequest = Static<typeof TriggerRequest>;

export const progressPhases = [
  "planning",
  "collecting",
  "analysing",
  "confirming",
  "done",
] as const;

export const Progress = Type.Object(
  {
    phase: Type.Enum([...progressPhases]),
    percent: Type.Number({ minimum: 0, maximum: 100 }),
    agents: Type.Object(
      {
        targeted: Type.Integer(),
        answered: Type.Integer(),
        failed: Type.Integer(),
        timed_out: Type.Integer(),
      },
      strict,
    ),
    plans: Type.Object(
      {
        total: Type.Integer(),
        dispatched: Type.Integer(),
        completed: Type.Integer(),
        failed: Type.Integer(),
      },
      strict,
    ),
    findings: Type.Integer(),
    chains: Type.Integer(),
    message: Type.String(),
    updated_at: Timestamp,
  },
  strict,
);
export type Progress = Static<typeof Progress>;

export const Freshness = Type.Object(
  {
    mode: Mode,
    evaluated_at: Timestamp,
    newest_at: Nullable(Timestamp),
    oldest_at: Nullable(Timestamp),
    max_age_seconds: Nullable(Type.Integer()),
    agents: Type.Object(
      {
        matched: Type.Integer(),
        fresh: Type.Integer(),
        stale: Type.Integer(),
        never: Type.Integer(),
      },
      strict,
    ),
    stale_after_seconds: Type.Integer(),
    recommendation: Type.Object(
      {
        should_rerun_live: Type.Boolean(),
        reason: Type.String(),
        recommended_scope: Nullable(Scope),
      },
      strict,
    ),
  },
  strict,
);
export type Freshness = Static<typeof Freshness>;

export const failureCodes = [
  "no_matching_agents",
  "not_understood",
  "refused",
  "no_agent_answered",
  "interrupted",
  "internal_error",
] as const;
export type FailureCode = (typeof failureCodes)[number];
export const Failure = Type.Object(
  { code: Type.Enum([...failureCodes]), message: Type.String() },
  strict,
);
export type Failure = Static<typeof Failure>;

export const Links = Type.Object(
  { self: Type.String(), cancel: Type.String(), stream: Type.String() },
  strict,
);

export const TriggerResponse = Type.Object(
  {
    investigation_id: Type.String(),
    status: Type.Literal("queued"),
    estimated_completion_seconds: Type.Number(),
    links: Links,
    freshness: Type.Optional(Freshness),
  },
  strict,
);
export type TriggerResponse = Static<typeof TriggerResponse>;

const listFields = {
  investigation_id: Type.String(),
  query: Type.String(),
  depth: Depth,
  mode: Mode,
  scope: Scope,
  status: InvestigationStatus,
  curiosity_id: Nullable(Type.String()),
  started_at: Timestamp,
  dispatched_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  estimated_completion_seconds: Type.Number(),
  reading: Nullable(ReadingSchema),
  progress: Nullable(Progress),
  freshness: Nullable(Freshness),
  error: Nullable(Failure),
  links: Links,
  follow_up_of: Type.Optional(FollowUpOf),
};

export const InvestigationRow = Type.Object(
  {
    ...listFields,
    summary: Nullable(Type.Object({ narrative: Type.String(), severity: Severity }, strict)),
  },
  strict,
);
export type InvestigationRow = Omit<Static<typeof InvestigationRow>, "reading"> & {
  reading: Reading | null;
};

export const Investigation = Type.Object(
  {
    ...listFields,
    summary: Nullable(Summary),
    findings: Type.Array(Finding),
    chains: Type.Array(Chain),
    changes: Type.Optional(
      Type.Union([Changes, Type.Null()], {
        description:
          "Only for runs of a curiosity item and follow-ups that ask what changed. Null until the run completes, and without an earlier run.",
      }),
    ),
  },
  strict,
);
export type Investigation = Omit<Static<typeof Investigation>, "reading"> & {
  reading: Reading | null;
};

export const InvestigationPage = Type.Object(
  { investigations: Type.Array(InvestigationRow), next_cursor: Nullable(Type.String()) },
  strict,
);
export interface InvestigationPage {
  investigations: InvestigationRow[];
  next_cursor: string | null;
}

export const CancelResponse = Type.Object(
  { ok: Type.Literal(true), status: InvestigationStatus },
  strict,
);
export type CancelResponse = Static<typeof CancelResponse>;

export const InterpretRequest = Type.Object(
  { query: Question, follow_up_of: Type.Optional(FollowUpOf) },
  strict,
);

export const VerdictRequest = Type.Object(
  {
    verdict: Type.Union([Type.Literal("true_positive"), Type.Literal("false_positive")]),
    note: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  strict,
);
export type VerdictRequest = Static<typeof VerdictRequest>;
