import type { Posture } from "../../../contract/posture.ts";
import { type Html, html } from "../../../core/html.ts";
import { count } from "../../text/section.ts";

/** The verdict in one sentence, and the numbers behind it. */
export function verdictOf({ verdict, headline, checks, path_count, ...rest }: Posture): Html {
  const { failed, passed, unknown, not_applicable } = checks;
  const figures: [number: number, what: string][] = [
    [path_count, path_count === 1 ? "path to root found" : "paths to root found"],
    [failed, "checks failed"],
    [passed, "passed"],
    [unknown, "could not be made"],
    [not_applicable, "not applicable"],
    ...(checks.accepted ? [[checks.accepted, "accepted"] as [number, string]] : []),
  ];
  return html`<p class="verdict ${verdict}">${headline}</p>
<ul class="figures">${figures.map(([number, what]) => html`<li><b>${number}</b> ${what}</li>\n`)}</ul>
<p class="dim">Over ${count(rest.host_count, "host")}. A check that fails on any host has failed; one that is unknown on any other has not passed.</p>`;
}
