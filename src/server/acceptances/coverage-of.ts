import { keyedRows } from "../../brain/acceptances/evidence-key.ts";
import { type CreateAcceptance, maxEvidenceLength } from "../../contract/acceptances/acceptance.ts";
import type { Finding } from "../../contract/summary.ts";
import type { Issue } from "../../core/errors.ts";
import { canonicalJson } from "../../core/json.ts";
import type { AcceptanceRecord, AgentRecord } from "../../store/records.ts";
import { invalid } from "../http/errors.ts";

/** The findings that an acceptance covers: a detection's, on some hosts, with some evidence. */
export type Coverage = Pick<
  AcceptanceRecord,
  "detection_id" | "title" | "finding_id" | "agent_id" | "hostname" | "tags" | "evidence"
>;

interface CoverageTerms {
  /** The columns that identify a row of the detection's evidence. */
  key: string[];
  agents: AgentRecord[];
}

/** What a request to accept `finding` covers. */
export function coverageOf(
  finding: Finding,
  request: CreateAcceptance,
  { key, agents }: CoverageTerms,
): Coverage {
  const covered = request.any_evidence ? null : keyedRows(finding.evidence, key);
  const issues = [...hostIssues(request, agents), ...evidenceIssues(finding, covered)];
  if (issues.length > 0) throw invalid(...issues);
  const { detection_id, title, finding_id } = finding;
  return {
    ...{ detection_id, title, finding_id },
    ...hostsOf(finding, request, agents),
    evidence: covered,
  };
}

/** Equal for acceptances that cover the same findings. */
export function coverageKey({ detection_id, agent_id, tags, evidence }: Coverage): string {
  return canonicalJson({ detection_id, agent_id, tags, evidence });
}

function hostsOf(
  { agent_id, hostname }: Finding,
  { agent_id: other, tags, everywhere }: CreateAcceptance,
  agents: AgentRecord[],
): Pick<Coverage, "agent_id" | "hostname" | "tags"> {
  if (everywhere || tags) return { agent_id: null, hostname: null, tags: tags ?? null };
  const agent = agents.find((one) => one.agent_id === other);
  return {
    ...(agent ? { agent_id: agent.agent_id, hostname: agent.hostname } : { agent_id, hostname }),
    tags: null,
  };
}

function hostIssues(
  { agent_id, tags, everywhere }: CreateAcceptance,
  agents: AgentRecord[],
): Issue[] {
  const given = Object.entries({ agent_id, tags, everywhere: everywhere || undefined })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  const [first, second] = given;
  if (second) return [{ path: second, message: `can't be combined with ${first}` }];
  if (tags && Object.keys(tags).length === 0)
    return [{ path: "tags", message: "must have a tag; for every host, use everywhere" }];
  return agent_id === undefined || agents.some((agent) => agent.agent_id === agent_id)
    ? []
    : [{ path: "agent_id", message: "no agent has this id" }];
}

/** A finding keeps only some rows of much evidence, and the others could not be recognised. */
function evidenceIssues({ evidence }: Finding, covered: Coverage["evidence"]): Issue[] {
  const { row_count, rows } = evidence;
  const isWhole = row_count <= rows.length;
  if (!covered || (isWhole && JSON.stringify(covered).length <= maxEvidenceLength)) return [];
  const why = isWhole
    ? `the finding's evidence is longer than ${maxEvidenceLength} characters`
    : `the finding has ${row_count} rows of evidence, of which ${rows.length} are kept`;
  return [{ path: "any_evidence", message: `must be true, because ${why}` }];
}
