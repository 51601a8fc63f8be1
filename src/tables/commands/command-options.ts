import type { ShellWord } from "./shell-words.ts";

/** Options of a program that take a value in the next word: letters, and long names. */
export interface ValueOptions {
  letters?: string;
  names?: string[];
}

export interface ParsedOptions {
  /** Values by letter or long name; "" for an option without one. */
  values: Map<string, string | null>;
  /** The words behind the options. */
  rest: ShellWord[];
}

/** The options in front of the operands, as getopt(3) reads them up to the first operand. */
export function leadingOptions(
  words: ShellWord[],
  { letters = "", names = [] }: ValueOptions,
): ParsedOptions {
  const values = new Map<string, string | null>();
  let at = 0;
  for (; at < words.length; at++) {
    const { text } = words[at]!;
    if (text === null || !/^-./.test(text)) break;
    if (text === "--") {
      at++;
      break;
    }
    const [, name, value] = /^--?([a-z][\w-]+)(?:=(.*))?$/s.exec(text) ?? [];
    if (name !== undefined && (text.startsWith("--") || names.includes(name))) {
      values.set(name, value ?? (names.includes(name) ? valueAt(words, ++at) : ""));
      continue;
    }
    const found = [...text.slice(1)].findIndex((letter) => letters.includes(letter));
    for (const letter of text.slice(1, found < 0 ? undefined : found + 1)) values.set(letter, "");
    if (found < 0) continue;
    const inWord = text.slice(found + 2);
    values.set(text[found + 1]!, inWord === "" ? valueAt(words, ++at) : inWord);
  }
  return { values, rest: words.slice(at) };
}

/** A value that is missing or not known is null. */
const valueAt = (words: ShellWord[], at: number): string | null => words[at]?.text ?? null;
