import { editDistance } from "./edit-distance.ts";

/** The word that `typed` most likely stands for; undefined when none is close. */
export function suggest(typed: string, words: string[]): string | undefined {
  const near = words
    .map((word) => ({ word, distance: editDistance(typed, word) }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.floor(word.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.word;
}
