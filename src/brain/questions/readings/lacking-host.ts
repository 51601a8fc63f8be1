import type { Vocabulary } from "../model/reader.ts";
import type { Token } from "../model/types.ts";

/** Of two hosts, the one that has not got what the other has; null when none is said to lack anything. */
export function lackingHost(
  vocabulary: Vocabulary,
  tokens: Token[],
  hosts: string[],
): string | null {
  if (hosts.length !== 2) return null;
  const [span] = vocabulary.book("one_sided").all(tokens);
  if (!span) return null;
  const isHost = (token: Token | undefined) =>
    hosts.find((name) => name.toLowerCase() === token?.lower) ?? null;
  const places =
    span.value === "after" ? tokens.slice(span.end) : tokens.slice(0, span.start).reverse();
  return places.map(isHost).find((host) => host !== null) ?? null;
}
