import { kindOfId } from "./id-kinds.ts";

/** The word for the newest record, or for the question asked last in this terminal. */
export const lastWord = "@last";

const wholeId = /^[a-z]{3}_[0-9a-z]{26}$/;
/** An id without its type; it begins with the time, and until 2039 with these digits. */
const untypedId = /^01[0-9a-hjkmnp-tv-z]{1,24}$/;

export const isWholeId = (word: string): boolean => wholeId.test(word);

/** Whether a word alone stands for a record and not for a question. */
export function standsForRecord(word: string): boolean {
  if (word === lastWord || word === "last" || isWholeId(word)) return true;
  return kindOfId(word) !== undefined || untypedId.test(word);
}
