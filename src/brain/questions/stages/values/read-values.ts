import { stemsOf } from "../../lexicon/phrasebook.ts";
import type { Vocabulary } from "../../model/reader.ts";
import type { Draft, Kind, Span, Token, ValueType } from "../../model/types.ts";
import { plainNumber, sizeText } from "./read-number.ts";

/** Something in a question that a field may be compared with. */
export interface Value {
  type: ValueType;
  value: string | number;
}

/** What a token stands for, if it can be a value at all. */
function readValue(
  vocabulary: Vocabulary,
  tokens: Token[],
  { at, kind }: { at: number; kind: Kind },
): Value | null {
  const token = tokens[at];
  if (!token) return null;
  switch (token.kind) {
    case "path":
      return { type: "path", value: token.text };
    case "address":
      return { type: "address", value: token.lower };
    case "cidr":
      return { type: "address", value: token.lower };
    case "bytes":
      return { type: "bytes", value: sizeText(token.text) };
    case "percent":
      return { type: "percent", value: Number.parseFloat(token.text) };
    case "number":
      return { type: "number", value: plainNumber(token.text) };
    case "version":
      return { type: "version", value: token.lower.replace(/^v/, "") };
    case "quoted":
      return { type: "name", value: token.text };
    case "glob":
      return { type: "name", value: token.text };
    default:
      return namedValue(vocabulary, tokens, { at, kind });
  }
}

/** Environment variables, hotfixes, digests: names that are written whole. */
const idShape = /^(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+|[Kk][Bb]\d{6,}|[0-9a-f]{32,64})$/;

function namedValue(
  vocabulary: Vocabulary,
  tokens: Token[],
  { at, kind }: { at: number; kind: Kind },
): Value | null {
  const token = tokens[at];
  if (!token) return null;
  const name = token.lower;
  const isNamed = at > 0 && vocabulary.book("naming").at(tokens, at - 1) !== null;
  if (isNamed && token.kind === "word") return { type: "name", value: token.text };
  if (idShape.test(token.text)) return { type: "id", value: token.text };
  if (token.kind === "punctuation" || token.kind === "date" || token.kind === "clock") return null;
  const own = [...stemsOf(kind.id.replaceAll("_", " ")), ...stemsOf(kind.noun)];
  if (own.includes(token.stem)) return null;
  if (name.startsWith("%")) return { type: "account", value: token.text };
  if (vocabulary.accounts.has(name) && kind.takes.account) return { type: "account", value: name };
  if (vocabulary.software.has(name)) return { type: "name", value: name };
  if (vocabulary.accounts.has(name)) return { type: "account", value: name };
  if (/^(svc|sa|adm)[_-]/.test(name)) return { type: "account", value: token.text };
  if (token.kind === "identifier") return { type: "name", value: token.text };
  return token.unknown && mayName(vocabulary, tokens, at)
    ? { type: "name", value: token.text }
    : null;
}

/** Endings of verbs and adjectives, which nobody's name for a thing has. */
const inflected = /(?:ing|able|ible|ed|ly|ous|ful|ish)$/;

/** A word nobody knows is a name where names stand: after "named", "by", "is", or beside a word of the lexicon. */
function mayName(vocabulary: Vocabulary, tokens: Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!token || token.possessive) return true;
  if (at > 0 && vocabulary.book("introduces").at(tokens, at - 1)?.end === at) return true;
  if (inflected.test(token.lower)) return false;
  const beside = [before, after].some(
    (near) => near?.kind === "word" && !near.unknown && vocabulary.domain.has(near.stem),
  );
  return beside || tokens.length <= 3 || [",", "or", "and"].includes(before?.lower ?? "");
}

/** Whether a field of one type can hold a value that looks like another. */
export function fits(field: ValueType, value: Value): boolean {
  if (field === value.type) return true;
  if (field === "text" && value.type === "number") return true;
  if (field === "text" || field === "name" || field === "id") {
    return ["name", "account", "path", "version", "id"].includes(value.type);
  }
  if (field === "account") return value.type === "name";
  if (field === "path") return value.type === "name";
  if (field === "address") return value.type === "name";
  if (field === "port" || field === "days" || field === "percent") return value.type === "number";
  if (field === "bytes") return value.type === "number";
  if (field === "mode") return value.type === "number";
  return field === "version" && value.type === "number";
}

/** Values of one type joined by commas, "or", "and", beginning at `start`. */
export function listAt(
  vocabulary: Vocabulary,
  draft: Draft,
  { start, kind }: { start: number; kind: Kind },
): Span<Value[]> | null {
  const first = readValue(vocabulary, draft.tokens, { at: start, kind });
  if (!first || draft.claimed.has(start)) return null;
  const values = [first];
  let end = start + 1;
  for (let next = end; next < draft.tokens.length; next += 1) {
    if ([",", "or", "and", "/", "nor"].includes(draft.tokens[next]?.lower ?? "")) continue;
    const value = readValue(vocabulary, draft.tokens, { at: next, kind });
    const joined = next > end || first.type === "name";
    if (!value || value.type !== first.type || draft.claimed.has(next) || !joined) break;
    values.push(value);
    end = next + 1;
  }
  return { start, end, value: values };
}
