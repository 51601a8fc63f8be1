import { setImmediate } from "node:timers/promises";
import { type Cell, severities } from "../../contract/common.ts";
import type { StatementResult, TableGap } from "../../contract/plan.ts";
import type { UsedAdvisories } from "../model/host-answer.ts";
import { count, list } from "../text/wording.ts";
import type { Judge } from "./create-judge.ts";
import type { Judgement, Vulnerability } from "./judge-package.ts";
import { type ListedPackage, readPackages, whyNotCompared } from "./listed-packages.ts";

/** The columns that a join adds to those of its statement. */
export const advisoryColumns = ["fixed_in", "advisories", "severity"];

/** What gaps of advisories name as their table. */
export const advisoryTable = "advisories";

const dayMs = 86_400_000;
/** Older advisories don't show the vulnerabilities of since then. */
const maxAgeDays = 30;
/** Comparisons for one host; a thousand packages need some ten thousand, a hostile host any number. */
const maxCompared = 200_000;
/** Comparisons in one go, some 50 ms: other requests must not wait longer. */
const comparedInOneGo = 4_000;
const maxIds = 10;
/** Reasons why packages were not compared; a hostile host names any number of ecosystems. */
const maxReasons = 20;

/**
 * The rows of installed packages that have a vulnerability with a fix, most severe first, with the
 * advisories about them. What could not be compared is a gap.
 */
export async function joinRows(
  listed: StatementResult,
  advisories: Judge,
  nowMs: number,
): Promise<{ result: StatementResult; used: UsedAdvisories }> {
  const { judged, reasons } = await judgeRows(listed, advisories);
  const ecosystems = new Set(judged.map(({ one }) => one.ecosystem));
  const changedAt = new Map([...ecosystems].map((name) => [name, advisories.changedAt(name)!]));
  const unfixed = judged.flatMap(({ one, judgement }) => {
    const open = judgement.vulnerabilities.filter((found) => !counts(found));
    return open.length > 0 ? [{ package: one.package, ids: open.map(({ id }) => id) }] : [];
  });
  const rows = evidenceRows(judged);
  const why = [...reasons, ...staleness(changedAt, nowMs)];
  const result = {
    ...listed,
    columns: [...listed.columns, ...advisoryColumns],
    rows,
    row_count: rows.length,
    gaps: [...listed.gaps.filter(({ absent }) => !absent), ...why.map(gapBecause)],
  };
  return { result, used: { changedAt, unfixed } };
}

interface JudgedPackage {
  one: ListedPackage;
  judgement: Judgement;
}

async function judgeRows(listed: StatementResult, advisories: Judge) {
  const packages = readPackages(listed);
  const reasons = new Set<string>();
  if (packages.length === 0) reasons.add("no installed packages were listed");
  if (listed.truncated) reasons.add(`only ${listed.rows.length} packages were listed`);
  const judged: JudgedPackage[] = [];
  let compared = 0;
  let paused = 0;
  for (const one of packages) {
    const problem =
      compared > maxCompared
        ? "the host lists more packages than are compared"
        : whyNotCompared(one, advisories);
    if (problem !== null) {
      if (reasons.size < maxReasons) reasons.add(problem);
      continue;
    }
    const judgement = advisories.judge(one);
    compared += judgement.compared;
    judged.push({ one, judgement });
    if (compared - paused < comparedInOneGo) continue;
    paused = compared;
    await setImmediate();
  }
  return { judged, reasons };
}

/**
 * Whether something can be done about a vulnerability: install its fix, or remove a malicious
 * package, which will never have one.
 */
const counts = ({ id, fixedIn }: Vulnerability) => fixedIn !== null || id.startsWith("MAL-");

function evidenceRows(judged: JudgedPackage[]): Cell[][] {
  return judged
    .flatMap(({ one, judgement }) => {
      const found = judgement.vulnerabilities.filter(counts);
      const [worst] = found;
      if (!worst) return [];
      const ids = list(
        found.map(({ id }) => id),
        maxIds,
      );
      const severity = worst.severity ?? null;
      return [{ cells: [...one.cells, judgement.fixedIn, ids, severity], severity }];
    })
    .sort((a, b) => rank(b.severity) - rank(a.severity))
    .map(({ cells }) => cells);
}

const rank = (severity: Vulnerability["severity"] | null) =>
  severity ? severities.indexOf(severity) : -1;

function staleness(changedAt: Map<string, number>, nowMs: number): string[] {
  return [...changedAt].flatMap(([ecosystem, ms]) => {
    const days = Math.floor((nowMs - ms) / dayMs);
    return days > maxAgeDays
      ? [`the advisories for ${ecosystem} are ${count(days, "day")} old`]
      : [];
  });
}

const gapBecause = (detail: string): TableGap => ({
  table: advisoryTable,
  reason: "table_missing",
  detail,
});
