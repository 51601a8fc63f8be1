import { assembleAlgorithms } from "./algorithms.ts";
import type { OptionKind } from "./options.ts";
import { parseSeconds } from "./time.ts";
import { splitArguments } from "./words.ts";

/**
 * The option values of a line's arguments, as `sshd -T` prints them; undefined when sshd rejects
 * them.
 */
export function readArguments(kind: OptionKind, rest: string): string[] | undefined {
  const words = splitArguments(rest);
  const first = words?.[0];
  if (!words || first === undefined || first === "") return undefined;
  switch (kind.type) {
    case "choice": {
      const word = kind.words[first.toLowerCase()];
      return word === undefined ? undefined : [word];
    }
    case "number":
      return /^\d+$/.test(first) ? [String(Number(first))] : undefined;
    case "time": {
      const seconds = parseSeconds(first);
      return seconds === undefined ? undefined : [String(seconds)];
    }
    case "word":
      return [kind.shape?.(first) ?? first];
    case "words":
      return [kind.shape?.(words.join(" ")) ?? words.join(" ")];
    case "lines":
      return [words.join(" ")];
    case "text":
      return [rest];
    case "list":
      return words;
    case "startups":
      return [first];
    case "algorithms":
      return [assembleAlgorithms(first, kind.family)];
  }
}
