import { type Html, html } from "../../core/html.ts";

/** Collapsed statements under a summary; expanded when printed. */
export function sqlDetails(summary: string, statements: string[], rest?: Html): Html {
  if (statements.length === 0) return html``;
  return html`<details><summary>${summary}</summary>${statements.map(
    (sql) => html`<pre><code>${sqlLines(sql)}</code></pre>`,
  )}${rest}</details>`;
}

/** Line breaks are kept; every other control character is shown as an escape. */
function sqlLines(sql: string): Html[] {
  return sql.split(/\r?\n/).map((line, at) => (at > 0 ? html`\n${line}` : html`${line}`));
}
