import { shellCommands } from "./parse-line.ts";
import type { ShellWords } from "./shell-words.ts";

/** How most questions begin. */
const starts = [
  "which hosts ",
  "which users ",
  "which processes ",
  "which services ",
  "which packages ",
  "who can ",
  "who logged in ",
  "how many ",
  "how could someone get from ",
  "list the ",
  "is ",
  "what changed since yesterday?",
];

/** The completions of a line, and the part of the line that each replaces. */
export function completeLine(line: string, words: ShellWords): [hits: string[], typed: string] {
  const typed = line.slice(line.lastIndexOf(" ") + 1);
  if (line.startsWith("\\")) {
    if (typed !== line) return [line.startsWith("\\scope ") ? namesFor(typed, words) : [], typed];
    return [
      beginningWith(
        line,
        shellCommands.map(([name]) => `\\${name}`),
      ),
      line,
    ];
  }
  const names = typed === "" ? [] : namesFor(typed, words);
  if (names.length > 0 && typed !== line) return [names, typed];
  return [beginningWith(line, [...starts, ...words.questions]), line];
}

const namesFor = (typed: string, { hosts, tags }: ShellWords) =>
  beginningWith(typed, [...hosts, ...tags]);

function beginningWith(typed: string, texts: string[]): string[] {
  const wanted = typed.toLowerCase();
  return [...new Set(texts)].filter((text) => text.toLowerCase().startsWith(wanted));
}
