import { maxAnswerRows } from "../../../contract/enums.ts";
import type { Investigation } from "../../../contract/investigation.ts";
import type { Changes } from "../../../contract/summary.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { renderChains } from "../../plain/chain.ts";
import { changeLines, changesText } from "../../plain/changes.ts";
import { renderCoverage } from "../../plain/coverage.ts";
import { renderFindings } from "../../plain/findings.ts";
import { followUpText } from "../../plain/follow-up-text.ts";
import { withoutRepeats } from "../../plain/lead.ts";
import { renderPosture } from "../../plain/posture/render-posture.ts";
import { sureness } from "../../plain/reading-facts.ts";
import { postureReport } from "../../posture/posture-report.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { blocks, count, indent, narrower, paragraphs } from "../../text/section.ts";
import { paint } from "../../text/style.ts";
import { renderTable } from "../../text/table.ts";
import type { Style, View } from "../view.ts";

/** A complete investigation: findings, evidence, and what could not be checked. */
export const investigationView: View<Investigation> = {
  plain: (investigation, style) =>
    blocks(
      renderFollowUp(investigation, style),
      ...renderResults(investigation, style),
      renderFooter(investigation, style),
    ),
};

function renderResults(investigation: Investigation, style: Style): string[][] {
  const posture = postureReport(investigation);
  if (posture) return renderPosture(posture, style);
  return [
    renderOutcome(investigation, style),
    ...renderFindings(investigation.findings, style),
    ...renderChains(investigation.chains, style),
    renderAnswer(investigation, style),
    renderChanges(investigation, style),
  ];
}

function renderFollowUp(investigation: Investigation, style: Style): string[] {
  const text = followUpText(investigation);
  return text === null ? [] : paragraphs(text, style).map((line) => paint(style, "dim", line));
}

function renderOutcome(investigation: Investigation, style: Style) {
  const { status, summary, error, progress } = investigation;
  if (summary) return paragraphs(withoutRepeats(investigation), style);
  if (error) return paragraphs(`Failed: ${error.message}`, style);
  const message = progress ? ` (${progress.phase}, ${Math.round(progress.percent)}%)` : "";
  return [`The investigation is ${status}${message}.`];
}

function renderAnswer(investigation: Investigation, style: Style): string[] {
  const { summary, reading, investigation_id } = investigation;
  const answer = summary?.answer;
  if (!answer || answer.rows.length === 0) return [];
  // Whoever asks for the rest wants all of it.
  const most = reading?.follow_up?.asks === "rest" ? Number.POSITIVE_INFINITY : style.maxRows;
  const rows = answer.rows.slice(0, most);
  const hidden = answer.row_count - rows.length;
  const isAll = rows.length > maxAnswerRows;
  const rest = isAll ? "" : ` (investigate show ${escapeControl(investigation_id)} --rows all)`;
  return [
    ...renderTable({ ...answer, rows, skipsEmpty: true }, style),
    ...(hidden > 0 ? [paint(style, "dim", `… ${count(hidden, "more row")}${rest}`)] : []),
  ];
}

/** For a run of a scheduled question: what is new and resolved since the previous run. */
function renderChanges(investigation: Investigation, style: Style): string[] {
  const { status, curiosity_id, changes } = investigation;
  if (status !== "completed" || changes === undefined) return [];
  if (!curiosity_id) return changes ? renderFollowUpChanges(changes, style) : [];
  const of = escapeControl(curiosity_id);
  if (changes === null)
    return [paint(style, "dim", `First run of ${of}: nothing to compare with yet.`)];
  const lines = indent(changeLines(changes, narrower(style, 2)));
  return [`Since the previous run of ${of}: ${changesText(changes)}`, ...lines];
}

/** For a follow-up that asks what changed: the findings that differ; its narrative names the runs. */
function renderFollowUpChanges(changes: Changes, style: Style): string[] {
  if (changes.new.length + changes.resolved.length === 0) return [];
  const lines = indent(changeLines(changes, narrower(style, 2)));
  return [`Findings: ${changesText(changes)}`, ...lines];
}

function renderFooter(investigation: Investigation, style: Style): string[] {
  const { investigation_id, summary, reading, completed_at, started_at, freshness } = investigation;
  const read = reading ? paragraphs(`Read as: ${reading.text} (${sureness(reading)})`, style) : [];
  const coverage = summary?.coverage;
  const unasked = coverage && coverage.live < coverage.agents_targeted;
  const stale =
    unasked && freshness?.recommendation.should_rerun_live
      ? paragraphs(`Stale: ${freshness.recommendation.reason}`, style)
      : [];
  const when = `${investigation.status} ${relativeTime(completed_at ?? started_at, style.nowMs)}`;
  return [
    // A posture lists the unknown checks itself.
    ...(summary
      ? renderCoverage(summary.posture ? { ...summary, checks: [] } : summary, style)
      : []),
    ...stale,
    ...read.map((line) => paint(style, "dim", line)),
    ...(summary?.posture && !style.full
      ? [`All evidence: investigate show ${escapeControl(investigation_id)}`]
      : []),
    paint(style, "dim", `${escapeControl(investigation_id)}  ${when}`),
  ];
}
