import { stemsOf } from "../../lexicon/phrasebook.ts";
import type { Vocabulary } from "../../model/reader.ts";
import type { Draft, Filter, FilterOp, Kind, Span, Token } from "../../model/types.ts";
import { comparisonAfter, comparisonBefore } from "../filters/build-filter.ts";
import { claim } from "../values/claims.ts";
import { fieldsOf } from "../values/field-book.ts";
import { numberAt } from "../values/read-number.ts";

/** A condition on how many rows a group has, and what the groups are told apart by. */
export interface Tally {
  filter: Filter;
  key: string;
}

/** The stems of the words a kind's rows are called by: "logins", "processes". */
const countable = (kind: Kind): Set<string> =>
  new Set([kind.noun, ...kind.phrases.filter((phrase) => !phrase.includes(" "))].flatMap(stemsOf));

/** Whether the words after a number are what is counted: "5 failed logins", "10 times". */
function isCounted(vocabulary: Vocabulary, kind: Kind, tokens: Token[]): boolean {
  const amount = fieldsOf(kind).at(tokens, 0)?.value[0];
  if (amount && kind.fields[amount]?.type === "number") return false;
  const names = countable(kind);
  const near = tokens.slice(0, 2).map(({ stem }) => stem);
  if (vocabulary.book("occasions").at(tokens, 0)) return kind.events;
  return near.some((stem) => names.has(stem) && !vocabulary.book("machines").at(tokens, 0));
}

const groupable = /^(?:account|name|address|text|port)$/;

/** Whose rows are counted: the nearest hosts, people or field named before the count. */
function keyBefore(vocabulary: Vocabulary, kind: Kind, tokens: Token[]): string | null {
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const field = fieldsOf(kind)
      .at(tokens, at)
      ?.value.find((name) => groupable.test(kind.fields[name]?.type ?? ""));
    if (field) return field;
    const asker = vocabulary.book("lackers").at(tokens, at)?.value;
    if (asker === "host") return "host";
    if (asker === "user" && kind.takes.account) return kind.takes.account;
  }
  return null;
}

function opOf(vocabulary: Vocabulary, tokens: Token[], number: Span<number>) {
  const before = comparisonBefore(vocabulary, tokens, number.start, false);
  const after = comparisonAfter(vocabulary, tokens, number.end, false);
  const op = (after ?? before)?.value;
  if (!op || !/^[gl][te]$/.test(op)) return null;
  const start = before?.start ?? number.start;
  return { op: op as FilterOp, start, end: after?.end ?? number.end };
}

/** "users with more than 5 failed logins": how many of the kind's rows a group must have. */
export function readTally(vocabulary: Vocabulary, draft: Draft, kind: Kind): Tally | null {
  const { tokens } = draft;
  for (let at = 0; at < tokens.length; at += 1) {
    const number = draft.claimed.has(at) ? null : numberAt(vocabulary, tokens, at);
    const said = number && opOf(vocabulary, tokens, number);
    if (!number || !said || !isCounted(vocabulary, kind, tokens.slice(said.end))) continue;
    const key = keyBefore(vocabulary, kind, tokens.slice(0, said.start)) ?? kind.takes.account;
    if (!key) continue;
    claim(draft, said.start, said.end);
    return { filter: { field: "count", op: said.op, value: number.value }, key };
  }
  return null;
}
