import type { Answer, Finding } from "../../contract/summary.ts";
import { count, lowercaseFirst } from "../text/wording.ts";
import { runText } from "./describe-changes.ts";
import type { EarlierAnswer } from "./earlier-runs.ts";

/** The most findings that are described one by one. */
const mostFindings = 5;

/** The earliest run from which on each run has it; the runs are the newest first. */
function firstOf(
  runs: EarlierAnswer[],
  has: (run: EarlierAnswer) => boolean,
): { first: EarlierAnswer; before: EarlierAnswer | undefined } | null {
  const absent = runs.findIndex((run) => !has(run));
  const first = runs[absent < 0 ? runs.length - 1 : absent - 1];
  return first ? { first, before: absent < 0 ? undefined : runs[absent] } : null;
}

function sinceText(runs: EarlierAnswer[], has: (run: EarlierAnswer) => boolean): string {
  const found = firstOf(runs, has);
  if (!found) return "not in the earlier runs";
  const { first, before } = found;
  return before
    ? `in each run since ${runText(first)}, not in ${runText(before)}`
    : `already in ${runText(first)}, the oldest run that is kept`;
}

const isSame = (one: Finding) => (two: Finding) =>
  one.detection_id === two.detection_id && one.agent_id === two.agent_id;

function sinceOfFindings(findings: Finding[], runs: EarlierAnswer[]): string[] {
  const lines = findings.slice(0, mostFindings).map((finding) => {
    const since = sinceText(runs, (run) => run.findings.some(isSame(finding)));
    return `${finding.hostname}, ${lowercaseFirst(finding.title)}: ${since}.`;
  });
  const more = findings.length - mostFindings;
  return more > 0 ? [...lines, `${count(more, "more finding")} not described here.`] : lines;
}

function sinceOfRows({ columns, rows }: Answer, runs: EarlierAnswer[]): string[] {
  const keys = new Set(rows.map((row) => JSON.stringify(row)));
  const [oldest] = runs
    .filter(({ answer }) => answer?.columns.join("\n") === columns.join("\n"))
    .slice(-1);
  if (!oldest) return [];
  const known = oldest.answer?.rows.filter((row) => keys.has(JSON.stringify(row))) ?? [];
  return [`Already in ${runText(oldest)}: ${known.length} of ${count(rows.length, "row")}.`];
}

/** Since when earlier runs have seen what the data itself has no time of. */
export function describeSince(
  { noun, findings, answer }: { noun: string; findings: Finding[]; answer: Answer | null },
  runs: EarlierAnswer[],
): string[] {
  const untimed = `The data doesn't show since when: ${noun} record no time.`;
  if (runs.length === 0) return [untimed, "There is no earlier completed run of this question."];
  if (findings.length > 0) return [untimed, ...sinceOfFindings(findings, runs)];
  return [untimed, ...(answer && answer.rows.length > 0 ? sinceOfRows(answer, runs) : [])];
}
