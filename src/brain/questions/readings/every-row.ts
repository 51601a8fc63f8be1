import type { Filter, Reading } from "../../../contract/reading.ts";
import { stateAsked } from "../../model/kind-words.ts";
import type { Annotated } from "../annotate/annotate.ts";
import { wordsOfKind } from "../lexicon/words-of-kind.ts";
import { inverted } from "../model/invert-filter.ts";
import type { Vocabulary } from "../model/reader.ts";
import type { Kind } from "../model/types.ts";
import { placesIn } from "../text/places.ts";

type Asked = Pick<Reading, "filters" | "aggregate" | "absent" | "exceptions">;

interface Context {
  vocabulary: Vocabulary;
  question: Annotated;
  kind: Kind;
  /** The conditions that stand in the question; others were learned as the opposite of what does. */
  stated: ReadonlySet<Filter>;
}

interface SaidAll {
  /** The tokens that say it; none for a question about any. */
  tokens: number[];
  /** Whether it is about every host: "everywhere". */
  ofHosts: boolean;
}

/** How a yes/no question says that it is about every row or host, as "only on localhost" does too. */
function sayingAll({ aggregate, absent }: Asked, context: Context): SaidAll {
  const said = context.vocabulary.book("every").all(context.question.tokens);
  const isAsked = said.some(({ start, value }) => start === 0 && value === "asked");
  const isYesNo = aggregate.type === "exists" || (aggregate.type === "none" && isAsked);
  const isAny = said.some(({ value }) => value === "any");
  const tokens = isYesNo && !isAny && !absent ? said.flatMap(placesIn) : [];
  // "does every host have rsyslog active": of hosts, of which each may lack it.
  const hosts = context.vocabulary.book("lackers");
  const ofHosts = said.some(
    ({ value, end }) =>
      value === "all" ||
      (value === "asked" && hosts.at(context.question.tokens, end)?.value === "host"),
  );
  return { tokens, ofHosts };
}

/**
 * A question whether all are so, as the question which are not: that some are is no answer to it. Who
 * lacks a row is asked for where the condition names what has to be there.
 */
export function exceptionsTo(
  asked: Asked,
  context: Context,
): Asked & { used: number[]; leftOut: number[] } {
  const { filters } = asked;
  const { kind, stated } = context;
  const { tokens: saying, ofHosts } = sayingAll(asked, context);
  if (saying.length === 0) return { ...asked, used: [], leftOut: [] };
  const aggregate = { type: "exists" as const, fields: [] };
  const isState = stateAsked({ filters, aggregate }, wordsOfKind(kind)) !== null;
  if (isState) return { ...asked, aggregate, used: saying, leftOut: [] };
  const asSome = { ...asked, used: [], leftOut: saying };
  if (filters.length === 0) return asSome;
  const exceptions = { ...asked, aggregate, exceptions: true, used: saying, leftOut: [] };
  const names = new Set([kind.takes.name, kind.takes.account]);
  const quality = filters.filter(({ field }) => !names.has(field)).at(-1);
  const isNamed = filters.some(({ field }) => names.has(field));
  if (!quality || (isNamed && ofHosts))
    return kind.lackedBy.includes("host") ? { ...exceptions, absent: "host" } : asSome;
  if (!stated.has(quality)) return exceptions;
  const except = inverted(quality);
  if (except === null) return asSome;
  return { ...exceptions, filters: filters.map((one) => (one === quality ? except : one)) };
}
