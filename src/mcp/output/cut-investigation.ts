import { acceptedLast } from "../../contract/acceptances/accepted-last.ts";
import { bySeverity } from "../../contract/by-severity.ts";
import type { Investigation } from "../../contract/investigation.ts";
import type { Changes, Finding, Summary } from "../../contract/summary.ts";
import { mostRows } from "../definition/inputs.ts";
import { cutRows, cutText } from "./cut.ts";
import { cutPosture } from "./cut-posture.ts";

const maxFindings = 25;
const maxChains = 10;
const maxEvidence = 5;
const maxGaps = 20;
const maxReasons = 5;
const maxText = 4_000;

export interface CutInvestigation {
  investigation: Investigation;
  /** Sentences about what was left out. */
  cut: string[];
}

/** An investigation cut to a size that fits a model's context, most severe findings first. */
export function cutInvestigation(whole: Investigation, maxRows: number): CutInvestigation {
  const cut: string[] = [];
  const note = (what: string, shown: number, all: number) => {
    if (shown < all) cut.push(`${shown} of ${all} ${what} are shown.`);
  };
  const findings = acceptedLast(bySeverity(whole.findings)).slice(0, maxFindings).map(cutFinding);
  note("findings", findings.length, whole.findings.length);
  const chains = whole.chains.slice(0, maxChains);
  note("chains", chains.length, whole.chains.length);
  const summary = whole.summary && cutSummary(whole.summary, maxRows);
  const answer = whole.summary?.answer;
  if (summary?.answer && answer)
    note(rowsName(maxRows), summary.answer.rows.length, answer.row_count);
  const evidence = whole.findings.some((finding) => finding.evidence.row_count > maxEvidence);
  if (evidence) cut.push(`At most ${maxEvidence} rows of evidence are shown a finding.`);
  const gaps = whole.summary?.coverage.unanswered.length ?? 0;
  note("hosts that didn't answer", Math.min(gaps, maxGaps), gaps);
  const posture = summary?.posture;
  if (posture) {
    note("paths to root", posture.paths.length, posture.path_count);
    note("fixes", posture.fixes.length, posture.fix_count);
    note("hosts", posture.hosts.length, posture.host_count);
    note("unknown checks", posture.unknown.length, whole.summary?.posture?.unknown.length ?? 0);
  }
  const changes = whole.changes && cutChanges(whole.changes);
  return { investigation: { ...whole, summary, findings, chains, changes }, cut };
}

export function cutFinding<Row extends Finding>(finding: Row): Row {
  const { evidence, remediation } = finding;
  return {
    ...finding,
    remediation: cutText(remediation, maxText),
    evidence: {
      ...evidence,
      sql: cutText(evidence.sql, maxText),
      rows: cutRows(evidence.rows, maxEvidence),
    },
    // Signatures are checked by `investigate show --verify`, not by reading.
    receipt: null,
  };
}

function cutSummary(summary: Summary, maxRows: number): Summary {
  const { answer, checks, coverage, posture } = summary;
  const notable = checks.filter(({ fail, unknown }) => fail > 0 || unknown > 0);
  return {
    ...summary,
    narrative: cutText(summary.narrative, maxText),
    answer: answer && cutAnswer(answer, maxRows),
    checks: notable.map((check) => ({
      ...check,
      unknown_reasons: check.unknown_reasons.slice(0, maxReasons),
    })),
    coverage: { ...coverage, unanswered: coverage.unanswered.slice(0, maxGaps) },
    ...(posture && { posture: cutPosture(posture) }),
  };
}

function rowsName(maxRows: number): string {
  return maxRows < mostRows ? `rows (max_rows takes up to ${mostRows})` : "rows";
}

function cutAnswer(answer: NonNullable<Summary["answer"]>, maxRows: number) {
  const rows = cutRows(answer.rows, maxRows);
  return { ...answer, rows, truncated: rows.length < answer.row_count };
}

function cutChanges(changes: Changes): Changes {
  const cut = (findings: Finding[]) => bySeverity(findings).slice(0, maxFindings).map(cutFinding);
  return { new: cut(changes.new), resolved: cut(changes.resolved) };
}
