import type { Reading } from "../../contract/reading.ts";
import { type Html, html } from "../../core/html.ts";
import { readingFacts, sureness } from "../plain/reading-facts.ts";
import { sqlDetails } from "./sql.ts";

/** How the question was understood, and the SQL that was run for it. */
export function readingSection(reading: Reading | null): Html {
  if (!reading) return html``;
  const { suggestions, parts } = reading;
  return html`<h2>How the question was read</h2>
${readingBody(reading)}
${parts?.map((part, at) => html`<h3>Part ${at + 1}</h3>\n${readingBody(part)}`)}
${suggestions.length > 0 && html`<h3>Questions that are understood</h3>\n${list(suggestions)}`}`;
}

function readingBody(reading: Reading): Html {
  const facts = readingFacts(reading).filter(([name]) => name !== "confidence");
  return html`<p>${reading.text} <span class="dim">(${sureness(reading)})</span></p>
<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
${sqlDetails("SQL on each host", reading.sql)}
${sqlDetails("SQL over their rows", reading.merge_sql ? [reading.merge_sql] : [])}`;
}

function list(items: string[]): Html {
  return html`<ul>${items.map((item) => html`<li>${item}</li>\n`)}</ul>`;
}
