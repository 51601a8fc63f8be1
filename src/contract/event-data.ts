import { type TSchema, Type } from "typebox";
import { Agent } from "./agent.ts";
import { Severity, Tags } from "./common.ts";
import type { EventType } from "./event.ts";
import { InvestigationRow } from "./investigation.ts";
import { Chain, Finding } from "./summary.ts";

const strict = { additionalProperties: false } as const;

/** An investigation that was just queued: its row without the fields that are set later. */
export const QueuedInvestigation = Type.Omit(
  InvestigationRow,
  ["reading", "progress", "freshness", "summary", "error"],
  strict,
);

/** An investigation that ended; `tags` are the tags of its scope. */
const ended = { tags: Tags, investigation: InvestigationRow };

/** A finding of an investigation; `tags` are those of its host. */
const ofFinding = {
  severity: Severity,
  tags: Tags,
  finding: Finding,
  investigation_id: Type.String(),
};

/** `data` of each type of event. Later versions may add fields. */
export const eventData: Record<EventType, TSchema> = {
  "investigation.queued": Type.Object(
    {
      tags: Tags,
      investigation: QueuedInvestigation,
      test: Type.Optional(
        Type.Literal(true, {
          description: "True for a test delivery, whose investigation does not exist.",
        }),
      ),
    },
    strict,
  ),
  "investigation.completed": Type.Object({ severity: Severity, ...ended }, strict),
  "investigation.failed": Type.Object(ended, strict),
  "finding.discovered": Type.Object(ofFinding, strict),
  "finding.resolved": Type.Object(ofFinding, strict),
  "chain.confirmed": Type.Object(
    { severity: Severity, tags: Tags, chain: Chain, investigation_id: Type.String() },
    strict,
  ),
  "agent.registered": Type.Object(
    {
      tags: Tags,
      agent: Type.Pick(Agent, ["agent_id", "hostname", "os", "os_version", "arch"], strict),
    },
    strict,
  ),
};
