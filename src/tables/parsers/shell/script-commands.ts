import { pipelinesOf } from "./pipelines.ts";

/** A line of a script, by the number of its first line. */
export interface ScriptCommand {
  line: number;
  command: string;
}

interface Part extends ScriptCommand {
  /** The function that holds it. */
  within: string | undefined;
}

/**
 * What a shell script runs when it starts: not its comments, texts for other programs, nor what
 * follows its end. Functions and aliases count if the script calls them or `shadows` says that they
 * stand in for a program.
 */
export function scriptCommands(text: string, shadows: (name: string) => boolean): ScriptCommand[] {
  const parts = partsOf(text).map((part) => ({
    ...part,
    command: withoutAliases(part.command, shadows),
  }));
  const called = calledFunctions(parts, shadows);
  return parts
    .filter(({ within }) => within === undefined || called.has(within))
    .filter(({ command }) => command.trim() !== "")
    .map(({ line, command }) => ({ line, command: command.trim() }));
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let within: { name: string; end: RegExp } | undefined;
  let depth = 0;
  for (const { line, command } of logicalLines(text)) {
    const [, indent, name, body] =
      /^(\s*)(?:function\s+)?([\w.-]+)\s*\(\)\s*\{?(.*)$/.exec(command) ??
      /^(\s*)function\s+([\w.-]+)\s*\{(.*)$/.exec(command) ??
      [];
    if (within?.end.test(command)) within = undefined;
    else if (name !== undefined && within === undefined) {
      parts.push({ line, command: body!.replace(/\}\s*;?\s*$/, ""), within: name });
      if (!/\}\s*;?\s*$/.test(body!)) within = { name, end: new RegExp(`^${indent}\\}`) };
    } else {
      if (within === undefined && depth === 0 && /^(exit|return)\b/.test(command)) return parts;
      depth += blocksOf(command);
      parts.push({ line, command, within: within?.name });
    }
  }
  return parts;
}

/** How many blocks a line opens more than it closes. */
function blocksOf(command: string): number {
  const count = (words: string) =>
    command.match(new RegExp(`(?:^|[;&|]|\\b(?:then|do|else))\\s*(?:${words})\\b`, "g"))?.length ??
    0;
  return count("if|case|for|while|until|select") - count("fi|esac|done");
}

/** Lines without comments and here documents, with their continuations. */
function logicalLines(text: string): ScriptCommand[] {
  const lines: ScriptCommand[] = [];
  let open: ScriptCommand | undefined;
  let endOfText: string | undefined;
  for (const [index, raw] of text.split("\n").entries()) {
    if (endOfText !== undefined) {
      if (raw.trim() === endOfText) endOfText = undefined;
      continue;
    }
    const bare = withoutComment(raw);
    const part = bare.replace(/\\$/, " ");
    const current: ScriptCommand = open
      ? { line: open.line, command: open.command + part }
      : { line: index + 1, command: part };
    open = bare.endsWith("\\") ? current : undefined;
    if (open) continue;
    lines.push(current);
    endOfText = /<<-?\s*["']?(\w+)["']?/.exec(current.command)?.[1];
  }
  return open ? [...lines, open] : lines;
}

/** "#" starts a comment at the start of a word outside of quotes. */
function withoutComment(line: string): string {
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const one = line[at]!;
    if (quote !== "") {
      if (one === quote) quote = "";
    } else if (one === "\\") at += 1;
    else if (one === '"' || one === "'") quote = one;
    else if (one === "#" && /^$|[\s;&|(]/.test(line[at - 1] ?? "")) return line.slice(0, at);
  }
  return line;
}

const withoutAliases = (command: string, shadows: (name: string) => boolean): string =>
  command.replace(/\balias\s+([\w.-]+)=(?:'[^']*'|"[^"]*"|\S*)/g, (text, name) =>
    shadows(name) ? text : "",
  );

/** The functions that are called from outside of functions, and by those in turn. */
function calledFunctions(parts: Part[], shadows: (name: string) => boolean): Set<string> {
  const names = new Set(parts.flatMap(({ within }) => within ?? []));
  const called = new Set([...names].filter(shadows));
  for (let before = -1; before !== called.size; ) {
    before = called.size;
    for (const { command, within } of parts)
      if (within === undefined || called.has(within))
        for (const { words } of pipelinesOf(command).flat())
          if (names.has(words[0] ?? "")) called.add(words[0]!);
  }
  return called;
}
