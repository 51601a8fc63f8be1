import type { Investigation } from "../../contract/investigation.ts";
import type { Summary } from "../../contract/summary.ts";
import { askedText, reasonText, whyUnknown } from "../plain/coverage.ts";
import { freshnessTexts } from "../plain/freshness-text.ts";
import { scopeText } from "../plain/scope-text.ts";
import { table } from "./blocks.ts";
import { escapeMarkdown } from "./escape.ts";

/** Which hosts were queried and answered, which did not and why, and the age of the data. */
export function coverageBlocks(investigation: Investigation): string[] {
  const { summary, scope } = investigation;
  const freshness = freshnessTexts(investigation);
  return [
    "## Coverage",
    `Scope: ${escapeMarkdown(scopeText(scope))}.`,
    ...(summary ? answeredBlocks(summary) : []),
    ...(freshness.length > 0 ? [`**Freshness:** ${escapeMarkdown(freshness.join(" "))}`] : []),
  ];
}

function answeredBlocks({ coverage, checks }: Summary): string[] {
  const silent = coverage.unanswered.map(({ agent_id, reason }) => [agent_id, reasonText(reason)]);
  const tallies = checks.map((check) => [
    check.detection_id,
    check.fail,
    check.pass,
    check.unknown,
    check.not_applicable,
    whyUnknown(check),
  ]);
  const columns = ["check", "fails", "passes", "unknown", "not applicable", "why unknown"];
  return [
    askedText(coverage),
    ...(silent.length > 0 ? [table({ columns: ["not seen", "why"], rows: silent })] : []),
    ...(tallies.length > 0 ? [table({ columns, rows: tallies })] : []),
  ];
}
