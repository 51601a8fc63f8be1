import { setFlagsFromString } from "node:v8";
import { limits } from "../sqlite/limits.ts";

const compiled = new Map<string, RegExp>();
let guarded = false;

/** The first match of `pattern` in `text` with its groups, or null. */
export function matchRegex(text: string, pattern: string): RegExpExecArray | null {
  return compile(pattern).exec(bounded(text));
}

/** `text` split at every match of `pattern`. */
export function splitRegex(text: string, pattern: string): string[] {
  return bounded(text).split(compile(pattern));
}

function compile(pattern: string): RegExp {
  if (pattern.length > limits.regexPatternLength)
    throw new Error(`a regular expression is longer than ${limits.regexPatternLength} characters`);
  let regex = compiled.get(pattern);
  if (!regex) {
    guardBacktracking();
    if (compiled.size > 500) compiled.clear();
    regex = build(pattern);
    compiled.set(pattern, regex);
  }
  return regex;
}

/** Supports a leading `(?i)`, the case-insensitive flag of other engines, and POSIX classes. */
function build(pattern: string): RegExp {
  const caseless = pattern.startsWith("(?i)");
  try {
    return new RegExp(expandClasses(caseless ? pattern.slice(4) : pattern), caseless ? "i" : "");
  } catch {
    throw new Error(`not a regular expression: ${pattern.slice(0, 100)}`);
  }
}

/** `[[:alnum:]_]` as `[A-Za-z0-9_]`; a class stands only inside of brackets. */
function expandClasses(pattern: string): string {
  if (!pattern.includes("[:")) return pattern;
  return pattern.replace(bracketList, (list) =>
    list.replace(/\[:(\w+):\]/g, (text, name: string) => posixClasses[name] ?? text),
  );
}

const bracketList = /\\.|\[\^?(?:\\.|\[:\w+:\]|[^\]\\])*\]/gs;

const posixClasses: Record<string, string> = {
  alnum: "A-Za-z0-9",
  alpha: "A-Za-z",
  blank: " \\t",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\s",
  upper: "A-Z",
  xdigit: "0-9A-Fa-f",
};

function bounded(text: string): string {
  if (text.length > limits.regexTextLength)
    throw new Error(`a text for a regular expression is longer than ${limits.regexTextLength}`);
  return text;
}

/**
 * Makes V8 finish a match with excessive backtracking on its linear engine. Patterns with back
 * references or lookaround can't switch; the worker's watchdog ends those.
 */
function guardBacktracking(): void {
  if (guarded) return;
  guarded = true;
  setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks");
  setFlagsFromString("--regexp-backtracks-before-fallback=20000");
}
