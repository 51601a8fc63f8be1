import { type Html, html } from "../../../core/html.ts";
import type { PathReport, PostureReport } from "../../posture/posture-report.ts";
import { chainArticle } from "../chains.ts";
import { prose } from "../prose.ts";

const drawnPaths = 3;

/** Paths to root, the first ones drawn and the others behind their sentence. */
export function pathEntries({ posture, paths }: PostureReport): Html {
  const hidden = posture.path_count - paths.length;
  return html`${paths.map((path, at) => pathEntry(path, at))}${hidden > 0 && html`<p class="dim">… ${hidden} more</p>`}`;
}

function pathEntry({ path, chain }: PathReport, at: number): Html {
  if (!chain) return html`<p>${prose(path.sentence)} <span class="dim">${path.status}</span></p>\n`;
  const article = chainArticle(chain, at + 1);
  if (at < drawnPaths) return article;
  const ends = `${path.from} → ${path.to}`;
  return html`<details><summary>${ends} (${path.status}): ${prose(path.sentence)}</summary>
${article}</details>
`;
}
