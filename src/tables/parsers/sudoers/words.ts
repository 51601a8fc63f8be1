const digest = /^(?:sha(?:224|256|384|512)\s*:\s*[\w+/=]+\s*,?\s*)+/;
const name = /^(?:!\s*)*(?:"[^"]*"|\\.|[^\s,:="\\()])+/;
/** A name that contains colons: an IPv6 address, or "%:group" of another source. */
const colonName =
  /^(?:!\s*)*(?:%:(?:"[^"]*"|\\.|[^\s,="\\])+|[\da-fA-F]*:[\da-fA-F:.]*:[\da-fA-F:./]*)/;
/**
 * One word of a command: a regular expression from "^" to "$", or text with , and : escaped. "="
 * needs no escape, whatever the manual says.
 */
const commandWord = /^(?:\^.*?\$(?=[\s,:]|$)|(?:\\.|[^\s,:\\])+)/;

export interface Token {
  word: string;
  rest: string;
}

/** The next item of a list: a name, or a command with its arguments. */
export function takeWord(text: string, isCommand: boolean): Token {
  const word = isCommand ? commandAt(text) : ((colonName.exec(text) ?? name.exec(text))?.[0] ?? "");
  return { word: tidy(word, isCommand), rest: text.slice(word.length).trimStart() };
}

/** A comma-separated list of items, and the remaining text. */
export function takeWords(text: string, isCommand: boolean): { words: string[]; rest: string } {
  const words: string[] = [];
  let rest = text;
  for (;;) {
    const taken = takeWord(rest, isCommand);
    if (taken.word === "") return { words, rest };
    words.push(taken.word);
    if (!taken.rest.startsWith(",")) return { words, rest: taken.rest };
    rest = taken.rest.slice(1).trimStart();
  }
}

function commandAt(text: string): string {
  let end = /^(?:!\s*)*/.exec(text)![0].length;
  if (text[end] === "(") return "";
  end += digest.exec(text.slice(end))?.[0].length ?? 0;
  for (;;) {
    const blank = /^[ \t]*/.exec(text.slice(end))![0].length;
    const word = commandWord.exec(text.slice(end + blank))?.[0];
    if (!word) return text.slice(0, end);
    end += blank + word.length;
  }
}

/** Removes blanks after "!". Escapes and a command's quotes stay: "" means no arguments. */
function tidy(word: string, isCommand: boolean): string {
  const joined = word.trim().replace(/^[!\s]+/, (marks) => marks.replace(/\s/g, ""));
  return isCommand ? joined : joined.replaceAll('"', "");
}
