import { bySeverity } from "../../contract/by-severity.ts";
import type { Cell } from "../../contract/common.ts";
import type { ChainStep, CheckTally, Coverage, Finding } from "../../contract/summary.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import type { ChainDraft } from "../pathfinder/report/chain-draft.ts";
import { count, lowercaseFirst } from "../text/wording.ts";

/** What an answer rests on. */
export interface Grounds {
  findings: Finding[];
  chains: ChainDraft[];
  checks: CheckTally[];
  detections: DetectionDefinition[];
  coverage: Coverage;
  /** How the question was read, and the statements that each host ran for it. */
  text: string;
  sql: string[];
}

const mostReasons = 5;

/** `path=/usr/bin/vim, user=bob`. */
function rowText(columns: string[], row: Cell[]): string {
  return columns
    .flatMap((name, at) => {
      const value = row[at];
      return value === null || value === undefined || value === "" ? [] : [`${name}=${value}`];
    })
    .join(", ");
}

function findingReason(
  { detection_id, hostname, title, evidence }: Finding,
  detections: DetectionDefinition[],
): string {
  const about = detections.find(({ id }) => id === detection_id)?.description ?? "";
  const [row] = evidence.rows;
  const proof = row ? ` Evidence: ${rowText(evidence.columns, row)}` : "";
  const more = evidence.row_count > 1 ? ` (and ${count(evidence.row_count - 1, "more row")})` : "";
  return `Because on ${hostname} ${lowercaseFirst(title)}. ${about}${proof}${more}`.trim();
}

function passReason({ detection_id, pass, unknown }: CheckTally, grounds: Grounds): string {
  const title = grounds.detections.find(({ id }) => id === detection_id)?.title ?? detection_id;
  const open = unknown > 0 ? `, and ${count(unknown, "host")} could not be checked` : "";
  return `${title}: the check found no row on ${count(pass, "host")}${open}.`;
}

function stepReason({
  description,
  proof,
  columns,
  state,
  why,
  hostname,
  agent_id,
}: ChainStep): string {
  const shown = columns ? rowText(columns, proof.row) : "";
  const doubt = why ? ` It is ${state}: ${why}` : "";
  return `${description ?? ""} Reported by ${hostname ?? agent_id}${shown ? `: ${shown}` : ""}.${doubt}`.trim();
}

function rowsReason({ text, sql, coverage: { live, cached } }: Grounds): string[] {
  if (sql.length === 0) return [];
  const from = [
    ...(live > 0 ? [`${count(live, "host")} asked now`] : []),
    ...(cached > 0 ? [`${cached === 1 ? "1 snapshot" : `${cached} snapshots`}`] : []),
  ];
  return [
    `The answer has the rows that ${from.join(" and ") || "no host"} gave for: ${text}`,
    ...sql.map((statement) => `Each host ran: ${statement}`),
  ];
}

/** Why the answer is what it is: the evidence of its findings, the proof of its paths, or the statements of its rows. */
export function describeWhy(grounds: Grounds): string[] {
  const { findings, chains, checks, detections } = grounds;
  const [chain] = chains;
  if (chain) {
    const steps = chain.steps.map((step, at) => `Step ${at + 1}: ${stepReason(step)}`);
    return [`Because of ${chain.from.label} → ${chain.to.label}:`, ...steps];
  }
  if (findings.length > 0) {
    const shown = bySeverity(findings).slice(0, mostReasons);
    const reasons = shown.map((finding) => findingReason(finding, detections));
    return [...reasons, ...rowsReason(grounds)];
  }
  const passed = checks.filter(({ pass, unknown }) => pass + unknown > 0).slice(0, mostReasons);
  return [...passed.map((check) => passReason(check, grounds)), ...rowsReason(grounds)];
}
