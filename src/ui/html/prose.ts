import { type Html, html } from "../../core/html.ts";

/** Text whose `quoted` parts are shown as code. */
export function prose(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, at) => (at % 2 ? html`<code>${part}</code>` : part))}`;
}
