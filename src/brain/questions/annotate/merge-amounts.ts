import { ownValue } from "../../../core/own-value.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Token } from "../model/types.ts";

const compactUnits: Record<string, number> = {
  s: 1,
  sec: 1,
  m: 60,
  min: 60,
  mins: 60,
  h: 3600,
  hr: 3600,
  hrs: 3600,
  hours: 3600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
  w: 604_800,
  wk: 604_800,
  wks: 604_800,
  week: 604_800,
  month: 2_592_000,
  mo: 2_592_000,
  y: 31_536_000,
  yr: 31_536_000,
  year: 31_536_000,
};

/** Words that say a number only before a unit: "one host" and "a host" count nothing. */
const articles = /^(?:a|an|one|single|few)$/;

/** "24h", "90-day": a number and its unit in one token. */
function compactSeconds({ lower }: Token): number | null {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s?-?([a-z]+)$/.exec(lower) ?? [];
  const seconds = unit === undefined ? undefined : ownValue(compactUnits, unit);
  return seconds === undefined ? null : Number(digits) * seconds;
}

interface Amount {
  end: number;
  value: number;
  isWord: boolean;
}

/** A number at `at`, in digits or in words. */
function amountAt(vocabulary: Vocabulary, tokens: Token[], at: number): Amount | null {
  const token = tokens[at];
  if (token?.kind === "number") {
    return { end: at + 1, value: Number(token.text.replace(/,/g, "")), isWord: false };
  }
  const word = token?.kind === "word" ? vocabulary.book("numbers").at(tokens, at) : null;
  return word && { end: word.end, value: Number(word.value), isWord: true };
}

function merged(tokens: Token[], start: number, end: number): Token {
  const part = tokens.slice(start, end);
  const text = part.map((token) => token.text).join(" ");
  const first = part[0] as Token;
  return { ...first, text, lower: text.toLowerCase(), stem: text.toLowerCase(), possessive: false };
}

/** The token or tokens that begin at `at`, put together where they are an amount. */
function unitAt(
  vocabulary: Vocabulary,
  tokens: Token[],
  at: number,
): { token: Token; end: number } {
  const token = tokens[at] as Token;
  const single = { token, end: at + 1 };
  if (token.kind === "identifier" || token.kind === "bytes") {
    const seconds = compactSeconds(token);
    if (seconds === null) return single;
    // "15m" may be megabytes too.
    if (token.kind === "bytes") return { token: { ...token, seconds }, end: at + 1 };
    return { token: { ...token, kind: "duration", seconds }, end: at + 1 };
  }
  if (token.kind === "percent") {
    return { token: { ...token, amount: Number.parseFloat(token.text) }, end: at + 1 };
  }
  const amount = amountAt(vocabulary, tokens, at);
  const unitStart = tokens[amount?.end ?? at]?.text === "-" ? (amount?.end ?? at) + 1 : amount?.end;
  const unit = vocabulary.book("units").at(tokens, unitStart ?? at);
  const isFortnight = !amount && token.stem === "fortnight";
  if (unit && (amount || isFortnight)) {
    const seconds = (amount?.value ?? 1) * Number(unit.value);
    return {
      token: { ...merged(tokens, at, unit.end), kind: "duration", seconds },
      end: unit.end,
    };
  }
  if (!amount || (amount.isWord && articles.test(token.lower))) return single;
  const number = amount.isWord ? merged(tokens, at, amount.end) : token;
  return { token: { ...number, kind: "number", amount: amount.value }, end: amount.end };
}

/** Puts numbers in words and lengths of time ("two weeks", "24h") into tokens of their own. */
export function mergeAmounts(vocabulary: Vocabulary, tokens: Token[]): Token[] {
  const units: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { token, end } = unitAt(vocabulary, tokens, at);
    units.push(token);
    at = end;
  }
  return units;
}
