import { editDistance } from "../../../core/text/edit-distance.ts";
import type { Speller } from "../model/reader.ts";

/** Slips allowed in a word: short ones are too near to each other, and to people's names. */
const slipsFor = (length: number) => (length >= 7 ? 2 : 1);

const sorted = (word: string) => [...word].sort().join("");

/** In three or four letters only a swap is a slip, or a letter left out (and not the last of four). */
function isPlausible(typed: string, meant: string): boolean {
  if (typed[0] !== meant[0])
    return typed.length > 3 && typed[0] === meant[1] && typed[1] === meant[0];
  if (typed.length > 4) return true;
  const swapped = sorted(typed) === sorted(meant);
  return (
    swapped || (meant.length > typed.length && (typed.length > 3 || typed.at(-1) === meant.at(-1)))
  );
}

/** Makes a speller; words that come earlier win among those equally near. */
export function createSpeller(words: () => Iterable<string>): Speller {
  let groups: Map<string, string[]> | null = null;
  return (typed) => {
    if (typed.length < 3 || !/^[a-z]+$/.test(typed)) return null;
    groups ??= groupWords(words());
    const most = slipsFor(typed.length);
    let nearest: string | null = null;
    let least = most + 1;
    for (const first of new Set(typed.slice(0, 2))) {
      for (let length = typed.length - most; length <= typed.length + most; length += 1) {
        for (const meant of groups.get(first + length) ?? []) {
          if (!isPlausible(typed, meant)) continue;
          const distance = editDistance(typed, meant, least - 1);
          if (distance < least) [nearest, least] = [meant, distance];
        }
      }
    }
    return nearest;
  };
}

/** Words by first letter and length. Made at the first word that needs it: most questions have none. */
function groupWords(words: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const word of new Set(words)) {
    if (word.length < 3 || !/^[a-z]+$/.test(word)) continue;
    const key = `${word[0]}${word.length}`;
    const known = groups.get(key);
    if (known) known.push(word);
    else groups.set(key, [word]);
  }
  return groups;
}
