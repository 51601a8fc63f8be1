import type { Severity } from "../../contract/common.ts";
import { severities } from "../../contract/enums.ts";
import { type Html, html } from "../../core/html.ts";

/** The name of a severity in its colour. */
export function severityMark(severity: Severity): Html {
  return html`<span class="severity ${severityClass(severity)}">${severity}</span>`;
}

/** Only known severities become a class. */
export function severityClass(severity: Severity): string {
  return severities.includes(severity) ? severity : "info";
}
