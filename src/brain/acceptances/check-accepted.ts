import type { Accepted, Finding } from "../../contract/summary.ts";
import type { AcceptanceRecord } from "../../store/records.ts";
import { hasTags } from "../hosts/select-agents.ts";
import { type Rows, rowKey } from "./evidence-key.ts";

/** A finding with all rows of its evidence that the host sent. */
interface Candidate extends Pick<Finding, "detection_id" | "agent_id" | "tags"> {
  evidence: Rows & { row_count: number };
}

/**
 * Whether acceptances in effect cover a finding: all of its evidence, or only some rows. Several may
 * cover it together; the first of them to end is named.
 */
export function checkAccepted(
  finding: Candidate,
  acceptances: AcceptanceRecord[],
  nowMs: number,
): Pick<Finding, "accepted" | "partly_accepted"> {
  const { evidence } = finding;
  const lastingFirst = acceptances
    .filter((acceptance) => isInEffect(acceptance, nowMs) && coversHost(acceptance, finding))
    .sort((a, b) => endOf(b) - endOf(a));
  if (lastingFirst.length === 0) return {};
  const covers = lastingFirst.map((acceptance) => coversRow(acceptance, evidence));
  const used = evidence.rows
    .map((row) => covers.findIndex((coversIt) => coversIt(row)))
    .filter((at) => at >= 0);
  const soonest = lastingFirst[Math.max(...used)];
  if (!soonest) return {};
  const coversAny = lastingFirst.some(({ evidence: rows }) => rows === null);
  if (coversAny || used.length === evidence.row_count) return { accepted: reference(soonest) };
  return { partly_accepted: { ...reference(soonest), rows: used.length } };
}

export function isInEffect({ until }: Pick<AcceptanceRecord, "until">, nowMs: number): boolean {
  return until === null || nowMs < Date.parse(until);
}

const endOf = ({ until }: AcceptanceRecord): number =>
  until === null ? Number.MAX_SAFE_INTEGER : Date.parse(until);

function coversHost(
  { detection_id, agent_id, tags }: AcceptanceRecord,
  finding: Candidate,
): boolean {
  if (detection_id !== finding.detection_id) return false;
  if (agent_id !== null) return agent_id === finding.agent_id;
  return tags === null || hasTags(finding, tags);
}

/** Which rows of evidence an acceptance covers; none if they lack a column of its own. */
function coversRow(
  { evidence: accepted }: AcceptanceRecord,
  evidence: Rows,
): (row: Rows["rows"][number]) => boolean {
  if (accepted === null) return () => true;
  if (!accepted.columns.every((name) => evidence.columns.includes(name))) return () => false;
  const known = new Set(accepted.rows.map((row) => JSON.stringify(row)));
  const keyOf = rowKey(evidence, accepted.columns);
  return (row) => known.has(keyOf(row));
}

function reference({ id, because, until, accepted_at }: AcceptanceRecord): Accepted {
  return { acceptance_id: id, because, until, at: accepted_at };
}
