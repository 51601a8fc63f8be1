/** From a comment's sign, at the start of a word, to the end of its line. */
const comment = /(?:^|\s)#(.*)$/gm;

/** The comments of shell lines, as lines of their own. */
export const commentsIn = (text: string): string =>
  [...text.matchAll(comment)].map(([, words]) => words).join("\n");
