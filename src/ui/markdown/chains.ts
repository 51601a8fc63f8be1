import type { Chain } from "../../contract/summary.ts";
import { percent } from "../text/section.ts";
import { utcTimeText } from "../text/utc-time.ts";
import { sqlDetails } from "./blocks.ts";
import { escapeMarkdown, prose } from "./escape.ts";

/** A chain as a list of steps with their proof. */
export function chainBlocks(chain: Chain): string[] {
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
    ...(fix ? [`**Fix:** ${prose(fix)}`] : []),
    ...sqlDetails("Proof", [...new Set(steps.map(({ proof }) => proof.sql))]),
  ];
}
