import type { Filter } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Kind } from "../model/types.ts";
import type { Option } from "../weights/choice.ts";
import { feature, hashText } from "../weights/hash.ts";
import { negationBefore } from "./around.ts";
import { predicateBook } from "./field-words.ts";

const id = (name: string) => hashText(`fixed ${name}`);
const names = {
  bias: id("bias"),
  word: id("word"),
  pair: id("pair"),
  gap: id("gap"),
  said: id("said"),
  saidNot: id("said, denied"),
  other: id("other said"),
};

/** A condition as one text, whatever the order of its list's values. */
export const keyOf = ({ field, op, value }: Filter): string =>
  `${field} ${op} ${JSON.stringify(Array.isArray(value) ? [...value].sort() : value)}`;

/** The conditions whose wordings a question has, each with the number of words back to a negation. */
export function saidIn(kind: Kind, question: Annotated): Map<string, number> {
  const said = new Map<string, number>();
  for (const { start, value } of predicateBook(kind).all(question.tokens)) {
    for (const { filter } of value) said.set(keyOf(filter), negationBefore(question, start));
  }
  return said;
}

/** The wording of a question as pairs of values for features, worked out once for all conditions. */
export interface Wording {
  single: number[];
  pairs: number[];
  gaps: number[];
}

export function wordingOf({ words, stems, tokens }: Annotated): Wording {
  const kept = tokens.flatMap((token, at) =>
    token.kind === "punctuation" && !/[?<>=]/.test(token.text) ? [] : [at],
  );
  const sequence = kept.map((at) => words[at] as number);
  const own = kept.flatMap((at) => (words[at] === stems[at] ? [] : [stems[at] as number]));
  return {
    single: [...new Set([...sequence, ...own])],
    pairs: sequence.map((word, at) => feature(word, sequence[at - 1] ?? 0)),
    gaps: sequence.slice(2).map((word, at) => feature(word, sequence[at] ?? 0, 1)),
  };
}

/**
 * The conditions on one field that a question may state without the value's own word ("unencrypted
 * disks" is `encrypted eq false`), and none.
 */
export function fixedOptions(
  wording: Wording,
  {
    kind,
    field,
    conditions,
    said,
  }: { kind: Kind; field: string; conditions: Filter[]; said: ReadonlyMap<string, number> },
): Option<Filter | null>[] {
  const isSaid = conditions.some((filter) => said.has(keyOf(filter)));
  const none: Option<null> = {
    value: null,
    features: [
      feature(names.bias, hashText(`${kind.id} ${field}`)),
      feature(names.other, isSaid ? 1 : 0),
    ],
  };
  const options = conditions.map((filter): Option<Filter> => {
    const key = keyOf(filter);
    const own = hashText(`${kind.id} ${key}`);
    const alike = hashText(key);
    const features = [feature(names.bias, own), feature(names.bias, alike)];
    for (const one of wording.single) {
      features.push(feature(names.word, own, one), feature(names.word, alike, one));
    }
    for (const one of wording.pairs) {
      features.push(feature(names.pair, own, one), feature(names.pair, alike, one));
    }
    for (const one of wording.gaps) features.push(feature(names.gap, alike, one));
    const denied = said.get(key);
    if (denied !== undefined) {
      features.push(
        feature(names.said, 0),
        feature(names.said, own),
        feature(names.saidNot, Math.min(denied, 3)),
      );
    } else if (isSaid) features.push(feature(names.other, 2));
    return { value: filter, features };
  });
  return [none, ...options];
}
