import { setFlagsFromString } from "node:v8";
import { limits } from "../sqlite/limits.ts";

const compiled = new Map<string, RegExp>();
let guarded = false;

/** The groups of the first match of `pattern` in `text`, or null. */
export function matchRegex(text: string, pattern: string): RegExpExecArray | null {
  return compile(pattern).exec(bounded(text));
}

/** `text` cut at every match of `pattern`. */
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

/** `(?i)` in front is how other engines spell the flag. */
function build(pattern: string): RegExp {
  const caseless = pattern.startsWith("(?i)");
  try {
    return new RegExp(caseless ? pattern.slice(4) : pattern, caseless ? "i" : "");
  } catch {
    throw new Error(`not a regular expression: ${pattern.slice(0, 100)}`);
  }
}

function bounded(text: string): string {
  if (text.length > limits.regexTextLength)
    throw new Error(`a text for a regular expression is longer than ${limits.regexTextLength}`);
  return text;
}

/**
 * V8 then finishes a match that backtracks too often on its linear engine; only patterns with
 * back references or look-around stay with backtracking (the worker's watchdog ends those).
 */
function guardBacktracking(): void {
  if (guarded) return;
  guarded = true;
  setFlagsFromString("--enable-experimental-regexp-engine-on-excessive-backtracks");
  setFlagsFromString("--regexp-backtracks-before-fallback=20000");
}
