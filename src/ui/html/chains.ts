import type { Chain } from "../../contract/summary.ts";
import { momentText } from "../plain/moment.ts";
import { percent } from "../plain/section.ts";
import { chainPicture } from "./chain-picture.ts";
import { type Html, html, prose } from "./markup.ts";
import { severityClass, severityMark } from "./severity.ts";
import { sqlDetails } from "./sql.ts";

/** Each chain drawn, and told step by step with its proof. */
export function chainsSection(chains: Chain[]): Html {
  if (chains.length === 0) return html``;
  return html`<h2>Chains</h2>\n${chains.map((chain, at) => chainArticle(chain, at + 1))}`;
}

function chainArticle(chain: Chain, number: number): Html {
  const { severity, from, to, status, confidence, narrative, steps } = chain;
  return html`<article class="${severityClass(severity)}">
<h3>${severityMark(severity)} ${from.label} → ${to.label}</h3>
<p class="dim">${status} · ${percent(confidence)} sure · ${chain.chain_id}</p>
<p>${prose(narrative)}</p>
<figure>${chainPicture(chain, `chain-${number}`)}</figure>
<ol>${steps.map(stepItem)}</ol>
</article>
`;
}

function stepItem({ from, to, edge, agent_id, proof, confirmed_at }: Chain["steps"][number]): Html {
  const row = proof.row.map((cell) => cell ?? "").join(" | ");
  return html`<li>${from.label} → ${to.label} by ${edge}
<span class="dim">${confirmed_at ? `confirmed ${momentText(confirmed_at)}` : "unconfirmed"} on ${agent_id}</span>
${sqlDetails(`Proof of ${edge}`, [proof.sql], html`<p>Row: <code>${row}</code></p>`)}</li>
`;
}
