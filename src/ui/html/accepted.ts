import type { Finding } from "../../contract/summary.ts";
import { type Html, html } from "../../core/html.ts";
import { acceptedTexts } from "../plain/acceptance-text.ts";

/** Which of these findings are accepted, and why. */
export function acceptedNotes(findings: Finding[]): Html {
  return html`${acceptedTexts(findings).map((text) => html`<p class="warning">${text}</p>\n`)}`;
}
