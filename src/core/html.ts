import { escapeControl } from "./escape-control.ts";

/** HTML that is safe to output: made by `html`, which escapes every value, or declared `trusted`. */
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

/** Template tag that escapes every value that is not `Html` itself. */
export function html(template: TemplateStringsArray, ...parts: Part[]): Html {
  const filled = template.map((text, at) => text + (at < parts.length ? render(parts[at]) : ""));
  return { markup: filled.join("") };
}

/** Text inserted without escaping; only for text of the program itself. */
export function trusted(markup: string): Html {
  return { markup };
}

/** Escapes text for an HTML text node or a quoted attribute. */
export function escapeHtml(text: string): string {
  return escapeControl(text).replace(/[&<>"']/g, (character) => entities[character]!);
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (Array.isArray(part)) return part.map(render).join("");
  return typeof part === "object" ? part.markup : escapeHtml(String(part));
}
