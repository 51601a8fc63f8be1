import type { Investigation } from "../../../contract/investigation.ts";
import type { Answer, Chain } from "../../../contract/summary.ts";
import { bullets, sqlDetails, table } from "../../markdown/blocks.ts";
import { coverageBlocks } from "../../markdown/coverage.ts";
import { escapeMarkdown, prose } from "../../markdown/escape.ts";
import { changeBlocks, findingBlocks } from "../../markdown/findings.ts";
import { readingBlocks } from "../../markdown/reading.ts";
import { followUpText } from "../../plain/follow-up-text.ts";
import { narrativeBlocks } from "../../plain/narrative-blocks.ts";
import { count, percent } from "../../text/section.ts";
import { utcTimeText } from "../../text/utc-time.ts";

/** The investigation as a Markdown document, as GitHub shows it. */
export function investigationMarkdown(investigation: Investigation): string {
  const { query, findings, chains, summary, reading } = investigation;
  const followUp = followUpText(investigation);
  const blocks = [
    `# ${escapeMarkdown(query || investigation.investigation_id)}`,
    whenText(investigation),
    ...(followUp === null ? [] : [escapeMarkdown(followUp)]),
    ...outcome(investigation),
    ...changeBlocks(investigation),
    ...findingBlocks(findings),
    ...(chains.length > 0 ? ["## Chains", ...chains.flatMap(chainBlocks)] : []),
    ...(summary?.answer?.rows.length ? answerBlocks(summary.answer) : []),
    ...coverageBlocks(investigation),
    ...readingBlocks(reading),
  ];
  return `${blocks.join("\n\n")}\n`;
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

function chainBlocks(chain: Chain): string[] {
  const { from, to, severity, status, confidence, steps, narrative, weakest, fix } = chain;
  const list = steps.map((step, at) => {
    const proven = step.confirmed_at
      ? `confirmed ${utcTimeText(step.confirmed_at)}`
      : "unconfirmed";
    const what = step.description ?? `${step.from.label} → ${step.to.label} by ${step.edge}`;
    const why = step.why ? `, ${step.state}: ${step.why}` : "";
    const sentence = `${what} (${step.edge}, ${proven} on ${step.hostname ?? step.agent_id}${why})`;
    return `${at + 1}. ${escapeMarkdown(sentence)}`;
  });
  return [
    `### ${escapeMarkdown(`${severity}: ${from.label} → ${to.label}`)}`,
    `${status}, ${percent(confidence)} sure`,
    ...(steps.every(({ description }) => description) ? [] : [prose(narrative)]),
    list.join("\n"),
    ...(weakest ? [`Not confirmed: ${escapeMarkdown(weakest)}`] : []),
    ...(fix ? [`**Fix:** ${escapeMarkdown(fix)}`] : []),
    ...sqlDetails("Proof", [...new Set(steps.map(({ proof }) => proof.sql))]),
  ];
}

function answerBlocks(answer: Answer): string[] {
  const { rows, row_count } = answer;
  const shown = rows.length < row_count ? `, the first ${rows.length} shown` : "";
  return ["## Answer", `${count(row_count, "row")}${shown}`, table(answer)];
}
