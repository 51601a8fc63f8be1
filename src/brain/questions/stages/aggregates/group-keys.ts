import type { Vocabulary } from "../../model/reader.ts";
import type { Draft, Kind, Token } from "../../model/types.ts";
import { claim } from "../values/claims.ts";
import { fieldsOf } from "../values/field-book.ts";
import { fieldOfType, rankable } from "./rank-field.ts";

const attribute = /^(?:version|bytes|percent|days|time)$/;

const counts = ["count", "functions", "order", "distinct"];

/** "openssl versions by host" lists what each host has; it counts nothing. */
function isListed(vocabulary: Vocabulary, kind: Kind, tokens: Token[], at: number): boolean {
  if (counts.some((section) => vocabulary.book(section).all(tokens).length > 0)) return false;
  const named = fieldsOf(kind)
    .all(tokens)
    .filter(({ end }) => end === at)
    .flatMap(({ value }) => value.slice(0, 1));
  return kind.single || named.some((name) => attribute.test(kind.fields[name]?.type ?? ""));
}

/** What "per …" or "by …" groups on: the host, or a field of the kind. */
export function groupKeys(vocabulary: Vocabulary, draft: Draft, kind: Kind): string[] {
  const keys: string[] = [];
  const isRanked = vocabulary.book("top").all(draft.tokens).length > 0;
  for (const span of vocabulary.book("group").all(draft.tokens)) {
    const onEach = draft.tokens[span.start]?.lower === "on";
    if (span.value !== "by") continue;
    const rest = draft.tokens.slice(span.end);
    const skip = rest[0] && ["the", "each", "every", "different"].includes(rest[0].lower) ? 1 : 0;
    const key = keyAt(vocabulary, kind, rest.slice(skip));
    if (!key || draft.claimed.has(span.start) || (onEach && key.name !== "host")) continue;
    if (isRanked && rankable(kind, key.name)) continue;
    claim(draft, span.start, span.end + skip + key.length);
    if (key.name === "host" && isListed(vocabulary, kind, draft.tokens, span.start)) continue;
    keys.push(key.name);
  }
  return [...new Set(keys)];
}

function keyAt(
  vocabulary: Vocabulary,
  kind: Kind,
  tokens: Token[],
): { name: string; length: number } | null {
  const field = fieldsOf(kind).at(tokens, 0);
  const machine = vocabulary.book("machines").at(tokens, 0);
  if (machine && machine.end >= (field?.end ?? 0)) return { name: "host", length: machine.end };
  if (field?.value[0]) return { name: field.value[0], length: field.end };
  if (!/^(user|person|account|username|owner|people)$/.test(tokens[0]?.stem ?? "")) return null;
  const account = fieldOfType(kind, ["account"]);
  return account ? { name: account, length: 1 } : null;
}
