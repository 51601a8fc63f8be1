import { type Static, Type } from "typebox";
import { Cell, GivenTags, Nullable, Tags, Timestamp } from "../common.ts";

const strict = { additionalProperties: false } as const;

/** Maximum number of acceptances of an account. */
export const maxAcceptances = 1_000;

/** Maximum length of the evidence of an acceptance, as JSON. */
export const maxEvidenceLength = 16_384;

const Because = Type.String({
  minLength: 1,
  maxLength: 1_000,
  pattern: "\\S",
  description: "The reason.",
});
const whenItEnds = { description: "When it ends; without it, it lasts until it is deleted." };

const timeRule = { format: "date-time", maxLength: 64 };

/** The evidence that an acceptance covers: rows with these values in these columns. */
export const AcceptedEvidence = Type.Object(
  {
    columns: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(Cell), { maxItems: 50 }),
  },
  strict,
);
export type AcceptedEvidence = Static<typeof AcceptedEvidence>;

/** Findings of one detection that are accepted as a risk. */
export const Acceptance = Type.Object(
  {
    id: Type.String(),
    detection_id: Type.String(),
    title: Type.String({ description: "The detection's." }),
    finding_id: Type.String({ description: "The finding that it was made from." }),
    agent_id: Nullable(
      Type.String({ description: "The host that it covers; null for hosts with `tags`, or all." }),
    ),
    hostname: Nullable(Type.String()),
    tags: Type.Union([Tags, Type.Null()], {
      description: "The hosts that it covers; every host if `agent_id` is null too.",
    }),
    evidence: Type.Union([AcceptedEvidence, Type.Null()], {
      description:
        "The rows of evidence that it covers, by the columns that identify them and those that list accounts; null for any.",
    }),
    because: Because,
    until: Type.Union([Timestamp, Type.Null()], whenItEnds),
    accepted_by: Type.Object({ key_id: Type.String(), name: Nullable(Type.String()) }, strict),
    accepted_at: Timestamp,
  },
  strict,
);
export type Acceptance = Static<typeof Acceptance>;

export const CreateAcceptance = Type.Object(
  {
    finding_id: Type.String({ maxLength: 255, description: "`fnd_` and 26 characters." }),
    because: Because,
    until: Type.Optional(Type.String({ ...timeRule, ...whenItEnds })),
    agent_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "Covers this host instead of the finding's.",
      }),
    ),
    tags: Type.Optional(GivenTags),
    everywhere: Type.Optional(Type.Boolean({ description: "Covers every host." })),
    any_evidence: Type.Optional(
      Type.Boolean({ description: "Covers rows of evidence that appear later, too." }),
    ),
  },
  strict,
);
export type CreateAcceptance = Static<typeof CreateAcceptance>;

export const AcceptancePage = Type.Object(
  { acceptances: Type.Array(Acceptance), next_cursor: Nullable(Type.String()) },
  strict,
);
export type AcceptancePage = Static<typeof AcceptancePage>;
