import { escapeControl } from "../../core/escape-control.ts";

/**
 * Text from elsewhere with everything escaped that begins markup, in Markdown or HTML. Addresses
 * don't become links, and an @ before a name is kept from calling somebody: where a document is
 * posted, both would be a host's doing.
 */
export function escapeMarkdown(text: string): string {
  return escapeControl(text)
    .replace(/[\\`*_[\]<>#|~&]/g, "\\$&")
    .replaceAll("://", "\\://")
    .replace(/\bwww\./gi, "www\\.")
    .replace(/(^|[^\w])@(?=\w)/g, "$1@<!-- -->");
}

/** A line of text that begins neither a list, a heading nor a quotation. */
export function escapeLine(text: string): string {
  return escapeMarkdown(text.trimStart()).replace(/^([-+=]|\d+(?=[.)]))/, (mark) =>
    /\d/.test(mark) ? `${mark}\\` : `\\${mark}`,
  );
}

/** A line in which `quoted` words are shown as code. */
export function prose(text: string): string {
  const parts = text.trim().split(/`([^`]+)`/);
  const [lead = "", ...rest] = parts;
  const shown = rest.map((part, at) =>
    at % 2 === 0 ? `\`${escapeControl(part)}\`` : escapeMarkdown(part),
  );
  return [escapeLine(lead), ...shown].join("");
}

/** Statements as one block of code that nothing in them can end. */
export function sqlBlock(statements: string[]): string {
  return codeBlock("sql", statements.join(";\n").split(/\r?\n/));
}

/** Shell commands as one block of code, a line each. */
export function shellBlock(commands: string[]): string {
  return codeBlock("sh", commands);
}

function codeBlock(language: string, text: string[]): string {
  const lines = text.map(escapeControl);
  const fence = "`".repeat(Math.max(3, 1 + longestRun(lines.join("\n"))));
  return [`${fence}${language}`, ...lines, fence].join("\n");
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
