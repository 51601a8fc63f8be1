import type { Token, TokenKind } from "../model/types.ts";
import { stem } from "./stem.ts";

/** Tried in this order at each place; the first that matches is the token. */
const patterns: [TokenKind, RegExp][] = [
  ["quoted", /"([^"]{1,400})"|(?<![\w'])'([^']{1,400})'(?!\w)|`([^`]{1,400})`/y],
  ["path", /[A-Za-z]:\\[^\s"'?*<>|]+/y],
  ["path", /(?<![\w/])(?:~|\.{1,2})?\/[\w.@%+~*/-]*[\w*/~]/y],
  ["path", /(?<!\w)\.(?:env|ssh|aws|kube|bash_history|rhosts|netrc)\b/y],
  ["cidr", /\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}\b|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}\/\d{1,3}\b/iy],
  [
    "address",
    /\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?=\S*::|(?:[0-9a-f]+:){4})[0-9a-f:]{2,39}(?![\w:])/iy,
  ],
  ["address", /\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b/iy],
  ["date", /\d{4}-\d{2}-\d{2}\b/y],
  ["clock", /\d{1,2}:\d{2}\b|\d{1,2}\s?[ap]m\b/iy],
  ["percent", /\d+(?:\.\d+)?\s?(?:%|percent\b|per cent\b|pct\b)/iy],
  [
    "bytes",
    /\d+(?:\.\d+)?\s?(?:[kmgtp]i?b?|gigs?|megs?|gigabytes?|megabytes?|kilobytes?|terabytes?|bytes?)(?![\w-])/iy,
  ],
  ["glob", /[A-Za-z][\w.-]*\*[\w.*-]*|\*[\w.-]+/y],
  ["version", /v?\d+(?:\.\d+)+(?:[\w+~:-]*\w)?|\bv\d+\b|\d+\.\d+p\d+/iy],
  // "8000-9000" is two numbers and what stands between them.
  [
    "number",
    /\d{1,3}(?:,\d{3})+\b|(?<![\w-])\d+(?=-\d+(?![\w-]))|(?<=\d-)\d+(?![\w-])|(?<!\w)-?\d+(?:\.\d+)?(?![\w-])/y,
  ],
  ["identifier", /[@%][A-Za-z][\w-]*/y],
  ["word", /[\p{L}\p{N}_](?:[\p{L}\p{N}_]|[-.:+@](?=[\p{L}\p{N}_]))*(?:\+\+)?/uy],
  ["punctuation", /[<>!=]=|[^\s]/uy],
];

function typed(kind: TokenKind, raw: string, inner: string | undefined): Token {
  const possessive = false;
  const text = inner ?? raw;
  const lower = text.toLowerCase();
  const special = kind === "word" && /[\d_.@:+-]/.test(lower);
  return {
    text,
    lower,
    stem: kind === "word" ? stem(lower) : lower,
    kind: special ? "identifier" : kind,
    possessive,
    unknown: false,
  };
}

/** The tokens of a normalised question, in order. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === " ") {
      at += 1;
      continue;
    }
    const possessive = /(?:'s|s'|')(?=[\s,?.!)]|$)/y;
    possessive.lastIndex = at;
    const owned = possessive.exec(text);
    const last = tokens.at(-1);
    if (owned && last && text[at] === "'" && text[at - 1] !== " ") {
      last.possessive = true;
      at += owned[0].length;
      continue;
    }
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) continue;
      tokens.push(typed(kind, match[0], match[1] ?? match[2] ?? match[3]));
      at += match[0].length;
      break;
    }
  }
  return tokens;
}
