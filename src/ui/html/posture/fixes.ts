import type { FixCommands } from "../../../contract/posture.ts";
import { type Html, html } from "../../../core/html.ts";
import { fixFacts, omittedText } from "../../posture/fix-text.ts";
import type { FixReport, PostureReport } from "../../posture/posture-report.ts";
import { acceptedNotes } from "../accepted.ts";
import { prose } from "../prose.ts";
import { severityClass, severityMark } from "../severity.ts";
import { evidenceDetails } from "./evidence.ts";

/** Ranked fixes with their commands, the risk of each, and the evidence behind them. */
export function fixArticles(fixes: FixReport[], report: PostureReport): Html {
  return html`${fixes.map((one) => fixArticle(one, report))}`;
}

function fixArticle(one: FixReport, report: PostureReport): Html {
  const { rank, title, severity, remediation, lockout, commands } = one.fix;
  return html`<article class="${severityClass(severity)}">
<h3>${rank}. ${severityMark(severity)} ${title}</h3>
<p class="dim">${fixFacts(one, report).join(" · ")}</p>
<p>${prose(remediation)}</p>
${lockout && html`<p class="warning"><strong>Lock-out risk:</strong> ${prose(lockout)}</p>`}
${commands.length > 0 && commandDetails(commands)}
${acceptedNotes(one.findings)}
${evidenceDetails(one.findings)}
</article>
`;
}

function commandDetails(hosts: FixCommands[]): Html {
  return html`<h4>Commands, as root</h4>
${hosts.map(
  ({ hostname, commands, omitted }) => html`<p class="dim">On ${hostname}:</p>
<pre><code>${commands.map((command) => html`${command}\n`)}</code></pre>
${omitted > 0 && html`<p class="dim">${omittedText(omitted)}</p>\n`}`,
)}`;
}
