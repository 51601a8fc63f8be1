import type { Investigation } from "../../../contract/investigation.ts";
import type { Answer } from "../../../contract/summary.ts";
import { bullets, table } from "../../markdown/blocks.ts";
import { chainBlocks } from "../../markdown/chains.ts";
import { coverageBlocks } from "../../markdown/coverage.ts";
import { escapeMarkdown, prose } from "../../markdown/escape.ts";
import { changeBlocks, findingBlocks } from "../../markdown/findings.ts";
import { postureBlocks } from "../../markdown/posture/posture.ts";
import { readingBlocks } from "../../markdown/reading.ts";
import { followUpText } from "../../plain/follow-up-text.ts";
import { narrativeBlocks } from "../../plain/narrative-blocks.ts";
import { postureReport } from "../../posture/posture-report.ts";
import { count } from "../../text/section.ts";
import { utcTimeText } from "../../text/utc-time.ts";

/** The investigation as a Markdown document, as GitHub shows it. */
export function investigationMarkdown(investigation: Investigation): string {
  const { query, reading } = investigation;
  const followUp = followUpText(investigation);
  const blocks = [
    `# ${escapeMarkdown(query || investigation.investigation_id)}`,
    whenText(investigation),
    ...(followUp === null ? [] : [escapeMarkdown(followUp)]),
    ...resultBlocks(investigation),
    ...coverageBlocks(investigation),
    ...readingBlocks(reading),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function resultBlocks(investigation: Investigation): string[] {
  const { findings, chains, summary } = investigation;
  const posture = postureReport(investigation);
  if (posture) return postureBlocks(posture);
  return [
    ...outcome(investigation),
    ...changeBlocks(investigation),
    ...findingBlocks(findings),
    ...(chains.length > 0 ? ["## Chains", ...chains.flatMap(chainBlocks)] : []),
    ...(summary?.answer?.rows.length ? answerBlocks(summary.answer) : []),
  ];
}

function whenText({ summary, status, completed_at, started_at, ...rest }: Investigation): string {
  const ended = completed_at ? `${status} ${utcTimeText(completed_at)}` : status;
  const facts = [ended, `asked ${utcTimeText(started_at)}`, rest.investigation_id];
  const severity = summary ? `**${escapeMarkdown(summary.severity)}** · ` : "";
  return severity + facts.map(escapeMarkdown).join(" · ");
}

function outcome({ summary, error, status }: Investigation): string[] {
  const text = summary?.narrative ?? error?.message ?? `The investigation is ${status}.`;
  return narrativeBlocks(text).map((block) =>
    "points" in block ? bullets(block.points.map(prose)) : prose(block.paragraph),
  );
}

function answerBlocks(answer: Answer): string[] {
  const { rows, row_count } = answer;
  const shown = rows.length < row_count ? `, the first ${rows.length} shown` : "";
  return ["## Answer", `${count(row_count, "row")}${shown}`, table(answer)];
}
