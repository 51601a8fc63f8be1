import type { Vocabulary } from "../model/reader.ts";
import type { Token } from "../model/types.ts";
import type { RefusalClass } from "../reply/refusals.ts";
import { isAction } from "./is-action.ts";

const has = (vocabulary: Vocabulary, section: string, tokens: Token[]) =>
  vocabulary.book(section).all(tokens).length > 0;

/** Two thirds of the words mean nothing here, and several are another language's. */
function isForeign(vocabulary: Vocabulary, tokens: Token[]): boolean {
  const words = tokens.filter(({ kind }) => kind === "word");
  const foreign = words.filter(({ lower }) => vocabulary.foreign.has(lower));
  const strange = words.filter(({ unknown }) => unknown);
  const script = words.filter(({ lower }) => /[^\p{Script=Latin}\d_]/u.test(lower)).length;
  if (script >= Math.max(1, words.length / 3)) return true;
  return foreign.length >= 2 && foreign.length + strange.length >= words.length * 0.5;
}

/**
 * The class of a question that is not to be answered, judged on its words alone; null when
 * it may be. `strength` is how well it was understood as a question about the fleet.
 */
export function classifyRefusal(
  vocabulary: Vocabulary,
  tokens: Token[],
  strength: number,
): RefusalClass | null {
  if (has(vocabulary, "prompt_injection", tokens)) return "prompt_injection";
  if (isForeign(vocabulary, tokens)) return "unsupported_language";
  if (has(vocabulary, "harmful", tokens) && strength < 25) return "harmful_request";
  const elsewhere = has(vocabulary, "out_of_domain", tokens) && strength < 6;
  // "Write me a poem" asks for no change of the fleet.
  if (isAction(vocabulary, tokens)) return elsewhere ? "out_of_domain" : "action_request";
  if (has(vocabulary, "not_collected", tokens) && strength < 14) return "not_collected";
  if (has(vocabulary, "prediction_or_opinion", tokens) && strength < 10)
    return "prediction_or_opinion";
  return elsewhere ? "out_of_domain" : null;
}
