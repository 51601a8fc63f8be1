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
    "besid",
  ].map(hashText),
);

/** The places of words that deny or leave out. */
export const negationsIn = ({ stems }: Annotated): number[] =>
  stems.flatMap((stem, at) => (negations.has(stem) ? [at] : []));

/** How many words before a place a negation stands, at most 5; 0 when none does. */
export function negationBefore({ stems }: Annotated, at: number): number {
  for (let back = 1; back <= 5 && back <= at; back += 1) {
    if (negations.has(stems[at - back] as number)) return back;
  }
  return 0;
}

const free = new Set(["free", "left", "availabl", "remain", "spare", "headroom"].map(hashText));

/** Whether a percentage at `end` - 1 is of what is free, for a field with what is used. */
export const isOfFree = ({ stems, classes }: Annotated, end: number, field: string): boolean =>
  field.endsWith("percent_used") &&
  classes[end - 1] === "<percent>" &&
  stems.slice(end, end + 4).some((stem) => free.has(stem));

/** Distances that differ little are as good as equal. */
export const near = (distance: number): number =>
  distance <= 2 ? distance : distance <= 4 ? 3 : distance <= 7 ? 4 : 5;
