import type { Vocabulary } from "../model/reader.ts";
import type { Token } from "../model/types.ts";

/** An order is given in the bare form: "restart", never "restarts" or "restarted". */
const verbForm = (token: Token | undefined) => token?.lower.replace(/(?<=..)(?:[^s]s|ed|ing)$/, "");

/** Whether a clause beginning at `start` asks for something to be done. */
function asksForAction(vocabulary: Vocabulary, tokens: Token[], start: number): boolean {
  let at = start;
  for (;;) {
    const polite = vocabulary.book("politeness").at(tokens, at);
    if (!polite && tokens[at]?.kind !== "punctuation") break;
    at = polite?.end ?? at + 1;
    if (at >= tokens.length) return false;
  }
  const verb = vocabulary.book("actions").at(tokens, at);
  const next = tokens[verb?.end ?? at];
  if (!verb || !next || tokens[at]?.lower !== verbForm(tokens[at])) return false;
  if (vocabulary.book("action_compounds").at([next], 0)) return false;
  if (next.kind === "punctuation" && next.text === ":") return false;
  if (tokens[at]?.lower === "give" && /^(?:me|us)$/.test(next.lower)) return false;
  if (!vocabulary.book("action_nouns").at(tokens, at)) return true;
  const isNamed =
    ["identifier", "path", "quoted", "number", "glob", "address", "cidr"].includes(next.kind) ||
    next.unknown;
  return (
    vocabulary.book("action_objects").at([next], 0) !== null ||
    isNamed ||
    vocabulary.software.has(next.lower) ||
    vocabulary.accounts.has(next.lower)
  );
}

/** The places where a clause begins: the question itself, and after "and", "then", a comma. */
function clauseStarts(vocabulary: Vocabulary, tokens: Token[]): number[] {
  return tokens.flatMap((token, at) => {
    if (at === 0) return [0];
    const before = tokens[at - 1];
    const joined = before?.lower === "then" || /^[;.!]$/.test(before?.text ?? "");
    const paired =
      ["and", ","].includes(before?.lower ?? "") && followsObject(vocabulary, tokens, at);
    return joined || paired || (token.lower === "please" && at < tokens.length - 1) ? [at] : [];
  });
}

/** "list them and delete the old ones": the verb after "and" has an object of its own. */
const followsObject = (vocabulary: Vocabulary, tokens: Token[], at: number) =>
  vocabulary.book("pointers").at(tokens, at + 1) !== null;

/** It begins as a question or a request to be shown something; "can you …" may ask for anything. */
function isAsking(vocabulary: Vocabulary, tokens: Token[]): boolean {
  // "any chance you could reboot it" begins like a question and is none.
  const courtesy = vocabulary.book("politeness").at(tokens, 0);
  if (courtesy && courtesy.end > 1) return false;
  const opener = vocabulary.book("askers").at(tokens, 0);
  return opener !== null && tokens[opener.end]?.lower !== "you";
}

/** A question may still end in a request ("which failed, and restart them"), but only a plain one. */
export function isAction(vocabulary: Vocabulary, tokens: Token[]): boolean {
  const question = isAsking(vocabulary, tokens);
  return clauseStarts(vocabulary, tokens).some((at) => {
    const plain =
      tokens[at - 1]?.lower === "then" || /^(?:it|them|those)$/.test(tokens[at + 1]?.lower ?? "");
    return (!question || (at > 0 && plain)) && asksForAction(vocabulary, tokens, at);
  });
}
