import { cachedByText } from "./cached/cached-by-text.ts";

export type SelectCheck = { ok: true } | { ok: false; message: string };

interface Token {
  /** A word in upper case, a punctuation character, or "" for a literal or quoted name. */
  text: string;
  depth: number;
}

const writeVerbs = new Set(["INSERT", "REPLACE", "UPDATE", "DELETE"]);
const oneSelect: SelectCheck = { ok: true };

/**
 * Whether a text is exactly one SELECT or WITH … SELECT. It only tokenizes the text, so that a plan
 * can be refused without an engine; the engine's authorizer checks again what SQLite parsed. Cached,
 * because tokenizing a plan takes longer than verifying it.
 */
export const checkOneSelect: (sql: string) => SelectCheck = cachedByText(checkText);

function checkText(sql: string): SelectCheck {
  if (sql.includes("\0")) return refuse("the statement contains a NUL character");
  const tokens = tokenize(sql);
  if (!tokens) return refuse("a quote or comment in the statement is not closed");
  const end = tokens.findIndex(({ text }) => text === ";");
  const statement = end < 0 ? tokens : tokens.slice(0, end);
  if (end >= 0 && tokens.slice(end).some(({ text }) => text !== ";"))
    return refuse("only one statement is allowed");
  const first = statement[0]?.text;
  if (first === undefined) return refuse("the statement is empty");
  if (first === "SELECT") return oneSelect;
  if (first !== "WITH") return refuse("only SELECT and WITH … SELECT are allowed");
  return mainVerb(statement) === "SELECT"
    ? oneSelect
    : refuse("only SELECT and WITH … SELECT are allowed");
}

/** The verb of a WITH statement: the first one outside all parentheses. */
function mainVerb(tokens: Token[]): string | undefined {
  return tokens.find(
    ({ text, depth }) => depth === 0 && (text === "SELECT" || writeVerbs.has(text)),
  )?.text;
}

function refuse(message: string): SelectCheck {
  return { ok: false, message };
}

const quotes: Record<string, string> = { "'": "'", '"': '"', "`": "`", "[": "]" };

/** The words and punctuation outside comments; null if a quote or comment is not closed. */
function tokenize(sql: string): Token[] | null {
  const tokens: Token[] = [];
  let depth = 0;
  let at = 0;
  while (at < sql.length) {
    const skipped = skipBlank(sql, at);
    if (skipped === null) return null;
    if (skipped > at) {
      at = skipped;
      continue;
    }
    const character = sql[at]!;
    const quote = quotes[character];
    if (quote) {
      const end = sql.indexOf(quote, at + 1);
      if (end < 0) return null;
      tokens.push({ text: "", depth });
      at = end + 1;
      continue;
    }
    const word = wordAt(sql, at);
    if (character === ")") depth -= 1;
    tokens.push({ text: word ? word.toUpperCase() : character, depth });
    if (character === "(") depth += 1;
    at += word.length || 1;
  }
  return tokens;
}

/** The end of the whitespace or comment at `at`; `at` itself if there is none; null for an unclosed comment. */
function skipBlank(sql: string, at: number): number | null {
  if (/\s|\ufeff/.test(sql[at]!)) return at + 1;
  if (sql.startsWith("--", at)) {
    const end = sql.indexOf("\n", at);
    return end < 0 ? sql.length : end + 1;
  }
  if (!sql.startsWith("/*", at)) return at;
  const end = sql.indexOf("*/", at + 2);
  return end < 0 ? null : end + 2;
}

function wordAt(sql: string, at: number): string {
  const word = /[\p{L}\p{N}_$]+/uy;
  word.lastIndex = at;
  return word.exec(sql)?.[0] ?? "";
}
