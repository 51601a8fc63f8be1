import type { Annotated } from "../annotate/annotate.ts";
import { hashText } from "../weights/hash.ts";

const outside = hashText("^$");

/** The word (or class of name) at a place; one constant for places outside the question. */
export const wordAt = ({ words }: Annotated, at: number): number => words[at] ?? outside;

/** The stem at a place, whatever the token names. */
export const stemAt = ({ stems }: Annotated, at: number): number => stems[at] ?? outside;

const negations = new Set(
  [
    "not",
    "no",
    "without",
    "except",
    "exclud",
    "non",
    "never",
    "lack",
    "miss",
    "neither",
    "other",
    "nor",
  ].map(hashText),
);

/** How many words before a place a negation stands, at most 5; 0 when none does. */
export function negationBefore({ stems }: Annotated, at: number): number {
  for (let back = 1; back <= 5 && back <= at; back += 1) {
    if (negations.has(stems[at - back] as number)) return back;
  }
  return 0;
}

/** Distances that differ little are as good as equal. */
export const near = (distance: number): number =>
  distance <= 2 ? distance : distance <= 4 ? 3 : distance <= 7 ? 4 : 5;
