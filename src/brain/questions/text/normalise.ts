const replacements: [RegExp, string][] = [
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/[\u201c\u201d]/g, '"'],
  [/[\u2013\u2014]/g, " - "],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  [/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/g, " "],
  [/\bno\. of\b/gi, "number of"],
  [/\bw\/o\b/gi, "without"],
  [/\bi\/o\b/gi, "io"],
  [/\be\.g\./gi, "for example"],
  [/\b(can)'?t\b/gi, "$1 not"],
  [/\bwon'?t\b/gi, "will not"],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should)n'?t\b/gi, "$1 not"],
  [/\b(what|who|where|how|that|there|it|when|which|long)'?s\b(?=\s)/gi, "$1 is"],
  [/\b(what|who|where)s\b(?=\s)/gi, "$1 is"],
  [/\bi'm\b/gi, "i am"],
  [/\b(i|we|you|they|who)'d\b/gi, "$1 would"],
  [/\b(what|who|how|they|we|you)'re\b/gi, "$1 are"],
  [/\b(i|they|we|you|who)'ve\b/gi, "$1 have"],
  [/\blet's\b/gi, "let us"],
  [/\s+/g, " "],
];

/** One line of plain characters, with contractions written out. */
export function normalise(question: string): string {
  return replacements
    .reduce((text, [pattern, to]) => text.replace(pattern, to), question.normalize("NFKC"))
    .trim();
}
