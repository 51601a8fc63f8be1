import type { Chain, ChainStep } from "../../contract/summary.ts";
import { type Html, html } from "../../core/html.ts";
import { percent } from "../text/section.ts";
import { utcTimeText } from "../text/utc-time.ts";
import { chainDiagram } from "./chain-diagram.ts";
import { prose } from "./prose.ts";
import { severityClass, severityMark } from "./severity.ts";
import { sqlDetails } from "./sql.ts";
import { dataTable } from "./table.ts";

/** Each chain as a drawing and as steps with their proof. */
export function chainsSection(chains: Chain[]): Html {
  if (chains.length === 0) return html``;
  return html`<h2>Chains</h2>\n${chains.map((chain, at) => chainArticle(chain, at + 1))}`;
}

/** A chain as a drawing and as steps; `number` tells it from others of the page. */
export function chainArticle(chain: Chain, number: number): Html {
  const { severity, from, to, status, confidence, narrative, steps, weakest, fix } = chain;
  return html`<article class="${severityClass(severity)}">
<h3>${severityMark(severity)} ${from.label} → ${to.label}</h3>
<p class="dim">${status} · ${percent(confidence)} sure · ${chain.chain_id}</p>
${!steps.every(({ description }) => description) && html`<p>${prose(narrative)}</p>\n`}${
  weakest &&
  html`<p>Not confirmed: ${weakest}</p>
`
}<figure>${chainDiagram(chain, `chain-${number}`)}</figure>
<ol>${steps.map(stepItem)}</ol>
${
  fix &&
  html`<p><strong>Fix:</strong> ${prose(fix)}</p>
`
}</article>
`;
}

function stepItem(step: ChainStep): Html {
  const { from, to, edge, agent_id, hostname, proof, confirmed_at, state, why } = step;
  const known = confirmed_at ? `confirmed ${utcTimeText(confirmed_at)}` : "unconfirmed";
  const how = state && state !== "proven" ? `, ${state}${why ? `: ${why}` : ""}` : "";
  return html`<li>${step.description ?? `${from.label} → ${to.label} by ${edge}`}
<span class="dim">${edge}, ${known} on ${hostname ?? agent_id}${how}</span>
${sqlDetails(`Proof of ${edge}`, [proof.sql], proofRow(step))}</li>
`;
}

function proofRow({ columns, proof }: ChainStep): Html {
  if (columns) return dataTable("The row", { columns, rows: [proof.row] });
  const row = proof.row.map((cell) => cell ?? "").join(" | ");
  return html`<p>Row: <code>${row}</code></p>`;
}
