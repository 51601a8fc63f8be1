import type { Annotated } from "../annotate/annotate.ts";
import { feature, hashText } from "../weights/hash.ts";

const bias = hashText("bias");
const word = hashText("word");
const pair = hashText("pair");
const gap = hashText("gap");
const wide = hashText("wide gap");
const triple = hashText("triple");
const letters = hashText("letters");
const length = hashText("length");
const sign = hashText("sign");
const start = hashText("^");
const end = hashText("$");

/** Names whose spelling says what they are a name of: "apache" runs, listens and is installed. */
const spelled = new Set(["<software>", "<account>", "<user>", "<tag>", "<unknown>", "<name>"]);

/** The features that have the word at a place in them: by itself, and with the word on either side. */
export function featuresAt({ words, stems }: Annotated, at: number): number[] {
  const here = words[at] as number;
  return [
    feature(word, stems[at] as number),
    feature(pair, words[at - 1] ?? start, here),
    feature(pair, here, words[at + 1] ?? end),
  ];
}

function lettersOf(lower: string, into: Set<number>): void {
  const text = `_${lower}_`;
  for (let size = 3; size <= 5; size += 1) {
    for (let at = 0; at + size <= text.length; at += 1) {
      into.add(feature(letters, hashText(text.slice(at, at + size))));
    }
  }
}

/**
 * The features from which the subject of a question is predicted: words, pairs and triples of them, pairs
 * with one or two words between, and letter sequences, with a class in place of each name. No feature comes twice.
 */
export function subjectFeatures({ tokens, classes, words, stems, signs }: Annotated): number[] {
  const features = new Set([feature(bias, 0)]);
  const sequence = [start];
  tokens.forEach((token, at) => {
    const name = classes[at] ?? null;
    if (token.kind !== "punctuation" || /[?<>=]/.test(token.text))
      sequence.push(words[at] as number);
    if (name !== null && spelled.has(name)) features.add(feature(word, stems[at] as number));
    const isWord = token.kind === "word" || token.kind === "identifier";
    if (isWord && (name === null || name === "<software>" || name === "<name>"))
      lettersOf(token.lower, features);
  });
  sequence.push(end);
  for (let at = 0; at < sequence.length; at += 1) {
    const [two = 0, one = 0, here = 0] = [sequence[at - 2], sequence[at - 1], sequence[at]];
    features.add(feature(word, here));
    if (at > 0) features.add(feature(pair, one, here));
    if (at > 1) features.add(feature(gap, two, here));
    if (at > 1) features.add(feature(triple, two, one, here));
    if (at > 2) features.add(feature(wide, sequence[at - 3] ?? 0, here));
  }
  features.add(feature(length, Math.min(6, Math.floor(Math.log2(1 + tokens.length)))));
  for (const one of signs) features.add(feature(sign, hashText(one)));
  return [...features];
}
