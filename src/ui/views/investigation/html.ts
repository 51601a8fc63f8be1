import type { Investigation } from "../../../contract/investigation.ts";
import type { Answer } from "../../../contract/summary.ts";
import { type Html, html } from "../../../core/html.ts";
import { chainsSection } from "../../html/chains.ts";
import { changesSection } from "../../html/changes.ts";
import { coverageSection } from "../../html/coverage.ts";
import { findingsSection } from "../../html/findings.ts";
import { page } from "../../html/page.ts";
import { postureSections } from "../../html/posture/posture.ts";
import { prose } from "../../html/prose.ts";
import { readingSection } from "../../html/reading.ts";
import { severityMark } from "../../html/severity.ts";
import { dataTable } from "../../html/table.ts";
import { followUpText } from "../../plain/follow-up-text.ts";
import { narrativeBlocks } from "../../plain/narrative-blocks.ts";
import { postureReport } from "../../posture/posture-report.ts";
import { count } from "../../text/section.ts";
import { utcTimeText } from "../../text/utc-time.ts";

/** The investigation as one self-contained page, light or dark as the reader has it. */
export function investigationHtml(investigation: Investigation): string {
  const { query: question, investigation_id, summary, reading } = investigation;
  const query = question || investigation_id;
  const followUp = followUpText(investigation);
  const body = html`<main>
<header><h1>${query}</h1>
<p>${summary && severityMark(summary.severity)} <span class="dim">${whenText(investigation)}</span></p>
${followUp && html`<p class="dim">${followUp}</p>`}</header>
${results(investigation)}
${coverageSection(investigation)}
${readingSection(reading)}
</main>
<footer>${investigation_id}</footer>`;
  return page(query, body);
}

function results(investigation: Investigation): Html {
  const { findings, chains, summary } = investigation;
  const posture = postureReport(investigation);
  if (posture) return postureSections(posture, findings);
  return html`${narrative(investigation)}
${changesSection(investigation)}
${findingsSection(findings)}
${chainsSection(chains)}
${summary?.answer && answerSection(summary.answer)}`;
}

function whenText({ status, started_at, completed_at, depth, mode }: Investigation): string {
  const ended = completed_at ? `${status} ${utcTimeText(completed_at)}` : status;
  const how = [depth, mode].filter(Boolean).join(", ");
  return [ended, `asked ${utcTimeText(started_at)}`, ...(how ? [how] : [])].join(" · ");
}

function narrative({ summary, error, status }: Investigation): Html {
  const text = summary?.narrative ?? error?.message ?? `The investigation is ${status}.`;
  const blocks = narrativeBlocks(text).map((block) =>
    "points" in block
      ? html`<ul>${block.points.map((point) => html`<li>${prose(point)}</li>\n`)}</ul>\n`
      : html`<p>${prose(block.paragraph)}</p>\n`,
  );
  return html`${blocks}`;
}

function answerSection(answer: Answer): Html {
  const { rows, row_count } = answer;
  if (rows.length === 0) return html``;
  const shown = rows.length < row_count ? `, the first ${rows.length} shown` : "";
  return html`<h2>Answer</h2>\n${dataTable(`${count(row_count, "row")}${shown}`, answer)}`;
}
