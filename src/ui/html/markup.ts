import { escapeControl } from "../../core/escape-control.ts";

/** Markup in which every text from elsewhere is escaped; made by `html` alone. */
export interface Html {
  readonly markup: string;
}

type Part = Html | Part[] | string | number | null | undefined | false;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text from elsewhere as HTML text or attribute value. */
export function escapeHtml(text: string): string {
  return escapeControl(text).replace(/[&<>"']/g, (character) => entities[character]!);
}

/** A template whose strings are escaped as they go in, so that none can be forgotten. */
export function html(template: TemplateStringsArray, ...parts: Part[]): Html {
  const filled = template.map((text, at) => text + (at < parts.length ? show(parts[at]) : ""));
  return { markup: filled.join("") };
}

function show(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (Array.isArray(part)) return part.map(show).join("");
  return typeof part === "object" ? part.markup : escapeHtml(String(part));
}

/** Sentences whose `quoted` words are shown as code. */
export function prose(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, at) => (at % 2 ? html`<code>${part}</code>` : part))}`;
}
