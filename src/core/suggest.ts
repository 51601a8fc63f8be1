import { editDistance } from "./text/edit-distance.ts";

/** The words nearest to `typed`, at most `most`, the nearest first; none that is far from it. */
export function nearest(typed: string, words: Iterable<string>, most: number): string[] {
  const near: { word: string; distance: number }[] = [];
  for (const word of words) {
    const limit = Math.max(1, Math.floor(word.length / 3));
    const distance = editDistance(typed, word, limit);
    if (distance <= limit) near.push({ word, distance });
  }
  return near
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, most)
    .map(({ word }) => word);
}

/** The word that `typed` most likely stands for; undefined when none is close. */
export function suggest(typed: string, words: string[]): string | undefined {
  return nearest(typed, words, 1)[0];
}
