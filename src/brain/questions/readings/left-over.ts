import type { Filter, Reading } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import { negationBefore, negationsIn } from "../decisions/around.ts";
import { inverted, isExcluding } from "../model/invert-filter.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind } from "../model/types.ts";
import { excluding } from "../sql/condition.ts";
import { placesIn } from "../text/places.ts";

/** A reading about rows, for finding what of the question it leaves out. */
interface About {
  facts: Pick<Reading, "filters" | "aggregate" | "absent" | "exceptions" | "time_window"> & {
    kind: Kind;
  };
  /** Whether all conditions stand in the question; others may be what any word of it means. */
  isStated: boolean;
  /** Tokens that something in the reading accounts for. */
  used: ReadonlySet<number>;
}

/** The words that deny something, where no condition of the reading does. */
export function denialsIn(
  { comparisons }: Vocabulary,
  question: Annotated,
  { facts: { absent, exceptions, filters }, isStated, used }: About,
): number[] {
  if (!isStated || absent || exceptions || filters.some(isExcluding)) return [];
  // "no more than" denies nothing.
  const bounds = comparisons.all(question.tokens).filter(({ value }) => value !== "ne");
  const compared = new Set(bounds.flatMap(placesIn));
  return negationsIn(question).filter((at) => !used.has(at) && !compared.has(at));
}

/** "hosts without fish": what says who has no such row denies no condition as well. */
export function deniedOnce(question: Annotated, filters: Filter[]): Filter[] {
  if (negationsIn(question).length > 1) return filters;
  return filters.map((filter) =>
    excluding.has(filter.op) ? (inverted(filter) ?? filter) : filter,
  );
}

/**
 * "hosts not on ubuntu 22.04": the name and the version are denied together, which no row shows, but
 * that a host lacks the row. Null for conditions that are denied by themselves.
 */
export function deniedTogether(
  question: Annotated,
  kind: Kind,
  filters: Filter[],
): Filter[] | null {
  const isVersion = ({ field }: Filter) => field === "version" || field === "major";
  const name = filters.find((filter) => excluding.has(filter.op) && !isVersion(filter));
  const version = filters.find((filter) => !excluding.has(filter.op) && isVersion(filter));
  const meant = name && inverted(name);
  const isOnce = negationsIn(question).length === 1 && filters.length === 2;
  if (!meant || !version || !isOnce || !kind.lackedBy.includes("host")) return null;
  return [meant, version];
}

/** Whether a denial is about hosts: "hosts not on ubuntu 22.04" are those without such a row. */
export const isOfHosts = (vocabulary: Vocabulary, { tokens }: Annotated, at: number): boolean =>
  vocabulary.book("lackers").at(tokens, at - 1)?.value === "host";

/** Tokens that restrict the rows in some way, and of which no condition came. */
export function leftOver(vocabulary: Vocabulary, question: Annotated, about: About): number[] {
  return [
    ...deniedSince(question, about.facts),
    ...timesIn(question, about),
    ...qualifiersIn(vocabulary, question, about),
  ];
}

/** "not restarted since monday": no window is before a day, and the one after it is the opposite. */
function deniedSince(
  question: Annotated,
  { time_window: window, absent }: About["facts"],
): number[] {
  if (!window?.startsWith("since:") || absent) return [];
  const [span] = question.times;
  const back = span ? negationBefore(question, span.start) : 0;
  return span && back > 0 ? [span.start - back] : [];
}

/** The tokens of a time that restricts nothing: the kind of data has none, or the condition is unknown. */
const timesIn = ({ times }: Annotated, { facts, used }: About): number[] =>
  facts.time_window === null
    ? times.map(placesIn).flatMap((places) => (places.some((at) => used.has(at)) ? [] : places))
    : [];

/** "old", "public": words that always leave rows out. A ranking or a window may be what one means. */
function qualifiersIn(
  vocabulary: Vocabulary,
  { tokens }: Annotated,
  { facts: { kind, aggregate, time_window }, isStated, used }: About,
): number[] {
  if (!isStated || aggregate.type === "top_n" || time_window !== null) return [];
  const own = new Set(kind.noun.split(" "));
  return vocabulary
    .book("qualifiers")
    .all(tokens)
    .flatMap(placesIn)
    .filter((at) => !used.has(at) && !own.has(tokens[at]?.lower ?? ""));
}
