import type { KindWords } from "../model/kind-words.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import type { WordedRow } from "../text/word-row.ts";
import { capitalize, count, list, lowercaseFirst, singular } from "../text/wording.ts";
import { groupRows, type WordedGroup, wordedRow } from "./group-rows.ts";

/** What the sentences about rows need to know beside them. */
export interface RowTerms {
  noun: string;
  words: KindWords | undefined;
  /** The hosts that answered. */
  hostCount: number;
}

/** That many sentences fit the first line; of more, the number and some examples are given. */
const maxSentences = 4;
const examples = 3;

/** The rows in a sentence: what they say if it is little, else how many there are and the extremes. */
export function describeRows(merged: MergedRows, terms: RowTerms): string {
  const groups = groupRows(merged, terms.words);
  const isWhole = !merged.truncated && merged.rowCount === merged.rows.length;
  const extremes = describeExtremes(merged, terms);
  if (isWhole && groups.length <= maxSentences) return shortText(groups, merged, terms);
  if (isWhole && terms.words?.single)
    return extremes.length > 0 ? extremes.join(" ") : `${sentences(groups, terms)}.`;
  const head = amountText(merged, terms);
  if (extremes.length > 0) return `${head}. ${extremes[0]}`;
  const subjects = [...new Set(groups.map(({ subject }) => subject))];
  return `${head}: ${listItems(subjects, examples)}.`;
}

/** Every group; names alone are counted: "2 accounts: ann on web-1; ben on db-1." */
function shortText(groups: WordedGroup[], merged: MergedRows, terms: RowTerms): string {
  const isNames = !terms.words?.single && groups.every(({ predicate }) => predicate === "");
  const lead = isNames ? `${amount(merged.rowCount, terms.noun)}: ` : "";
  return `${lead}${sentences(groups, terms)}.`;
}

/** What is said of one thing is one sentence: "openssl is 3.0.15 on 26 hosts, 3.0.11 on db-2". */
function sentences(groups: WordedGroup[], { hostCount }: RowTerms): string {
  const bySubject = new Map<string, WordedGroup[]>();
  for (const group of groups) {
    const { subject, predicate } = group;
    const key = predicate === "" ? JSON.stringify([subject]) : subject;
    const alike = bySubject.get(key);
    if (alike) alike.push(group);
    else bySubject.set(key, [group]);
  }
  const said = [...bySubject.values()].map((alike) => {
    const verb = sharedVerb(alike);
    const parts = alike.map(({ predicate, hosts }, at) => {
      const rest = at === 0 ? predicate : predicate.slice(verb.length);
      return `${rest}${onHosts(hosts, hostCount)}`;
    });
    const rest = listItems(parts, maxSentences).trimStart();
    return rest === "" ? alike[0]!.subject : `${alike[0]!.subject} ${rest}`;
  });
  return listItems(said, maxSentences, "; ");
}

/** The first word of all of these, which need not be repeated. */
function sharedVerb([first, ...others]: WordedGroup[]): string {
  const verb = /^(is|has|may) /.exec(first?.predicate ?? "")?.[0] ?? "";
  return others.every(({ predicate }) => predicate.startsWith(verb)) ? verb : "";
}

/** Items with separators that none of them has itself. */
function listItems(items: string[], limit: number, separator?: string): string {
  const hidden = items.length - limit;
  const isCompound = items.some((item) => /, | and /.test(item));
  const between = separator ?? (isCompound ? "; " : ", ");
  const more = hidden > 0 ? [`${hidden} more`] : [];
  return [...items.slice(0, limit), ...more].join(between);
}

const textOf = ({ subject, predicate }: WordedRow): string => `${subject} ${predicate}`.trim();

const shownHosts = 4;

/** ` on web-1 and db-2`, ` on 26 hosts`; empty without hosts. */
export function onHosts(hosts: string[], hostCount: number): string {
  if (hosts.length === 0) return "";
  if (hosts.length <= shownHosts) return ` on ${list(hosts, shownHosts)}`;
  return hosts.length === hostCount ? ` on all ${hostCount} hosts` : ` on ${hosts.length} hosts`;
}

/** Both ends of the measured field: "Fullest: /tmp is 76% full on monitor-1." */
function describeExtremes(merged: MergedRows, { words }: RowTerms): string[] {
  const { measure } = words ?? {};
  if (!measure) return [];
  const at = merged.columns.indexOf(measure.field);
  const measured = merged.rows.filter((row) => typeof row[at] === "number" && Number(row[at]) >= 0);
  const sorted = measured.toSorted((a, b) => Number(b[at]) - Number(a[at]));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || sorted.length < 2) return [];
  const hostAt = merged.columns.indexOf("host");
  const sentence = (name: string, row: typeof first) => {
    const host = hostAt < 0 ? "" : ` on ${row[hostAt]}`;
    const said = textOf(wordedRow(merged.columns, row, words));
    // A name keeps its capital, our own words don't.
    const inside = words?.says?.startsWith("{") ? said : lowercaseFirst(said);
    return `${capitalize(name)}: ${inside}${host}.`;
  };
  return [sentence(measure.most, first), sentence(measure.least, last)];
}

/** `79 mounted file systems on 29 hosts`. */
function amountText(merged: MergedRows, { noun, hostCount }: RowTerms): string {
  const hostAt = merged.columns.indexOf("host");
  const hosts = new Set(merged.rows.map((row) => String(row[hostAt])));
  const isWhole = merged.rowCount === merged.rows.length;
  const where =
    hostAt < 0 || !isWhole ? "" : onHosts([...hosts].sort(), Math.max(hostCount, hosts.size));
  const more = merged.truncated ? "more than " : "";
  return `${capitalize(`${more}${amount(merged.rowCount, noun)}`)}${where}`;
}

/** `2 sudo rules`; for nouns without a plural, the number of rows. */
export function amount(number: number, noun: string): string {
  const one = singular(noun);
  if (one === null) return `${count(number, "row")} about ${noun}`;
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : noun}`;
}
