import type { Vocabulary } from "../model/reader.ts";
import type { Token } from "../model/types.ts";
import { stripInjection } from "./strip-injection.ts";

const share = (part: number, whole: number) =>
  whole === 0 ? "none" : `${Math.min(4, Math.ceil((4 * part) / whole))}/4`;

/** What a question's words are as a whole: whether they are English, code, or no words at all. */
export function findSigns(vocabulary: Vocabulary, text: string, tokens: Token[]): string[] {
  const words = tokens.filter(({ kind }) => kind === "word");
  const foreign = words.filter(({ lower }) => vocabulary.foreign.has(lower)).length;
  const strange = words.filter(({ unknown }) => unknown).length;
  const other = words.filter(({ lower }) => /[^\p{Script=Latin}\d_]/u.test(lower)).length;
  const signs = tokens.filter(({ kind }) => kind === "punctuation").length;
  return [
    `foreign ${Math.min(foreign, 4)}`,
    `foreign or strange ${share(foreign + strange, words.length)}`,
    `other script ${share(other, words.length)}`,
    `punctuation ${share(signs, tokens.length)}`,
    `code ${stripInjection(text) !== null}`,
    `words ${Math.min(words.length, 3)}`,
  ];
}
