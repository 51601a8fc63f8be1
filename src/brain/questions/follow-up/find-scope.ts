import type { Reading } from "../../../contract/reading.ts";
import { type Annotated, annotate } from "../annotate/annotate.ts";
import type { FleetContext, Phrasebook, ReaderParts } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";
import { readScope } from "../readings/read-scope.ts";
import { withoutOpeners } from "./complete-text.ts";
import { everyHost, exclusions, otherHosts } from "./phrases.ts";

type Scope = Pick<Reading, "hosts" | "tags">;

const someOf = (book: Phrasebook<string>, tokens: Token[]): Span<string> | undefined =>
  book.all(tokens)[0];

function isIn({ hosts, tags }: Scope, name: string, own: Record<string, string>): boolean {
  const lower = name.toLowerCase();
  const isNamed = hosts.some((host) => {
    const pattern = host.toLowerCase().replace(/[.+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(lower);
  });
  const isTagged = Object.entries(tags).every(
    ([key, value]) => own[key]?.toLowerCase() === value.toLowerCase(),
  );
  return (hosts.length === 0 || isNamed) && isTagged;
}

const isWhole = ({ hosts, tags }: Scope) => hosts.length + Object.keys(tags).length === 0;

/** The fleet's hosts in one scope and not in another; null if there are none. */
function without(fleet: FleetContext, all: Scope, left: Scope): Scope | null {
  const hosts = fleet.hosts.filter((name, at) => {
    const own = fleet.tags[at] ?? {};
    return isIn(all, name, own) && !isIn(left, name, own);
  });
  return hosts.length > 0 ? { hosts, tags: {} } : null;
}

const whole: Scope = { hosts: [], tags: {} };

/** A follow-up that is nothing but places is read as "on …". */
function asPlace(question: Annotated, tokens: Token[]): string {
  const text = tokens.map((token) => token.text).join(" ");
  const first = question.scopes.find(({ start }) => question.tokens[start] === tokens[0]);
  return first && first.value.source !== "unknown"
    ? `list the hosts on ${text}`
    : `list the hosts ${text}`;
}

/** The hosts that a follow-up asks instead of those before; null if it names none. */
export function findScope(
  parts: ReaderParts,
  question: Annotated,
  { before, fleet }: { before: Scope; fleet: FleetContext },
): Scope | null {
  const { tokens } = question;
  const rest = withoutOpeners(tokens);
  if (someOf(everyHost, tokens)) return whole;
  if (someOf(otherHosts, tokens)) return isWhole(before) ? null : without(fleet, whole, before);
  const named = annotate(parts, asPlace(question, rest), fleet);
  const { hosts, tags, used } = readScope(parts.model, parts.vocabulary, named);
  if (hosts.length + Object.keys(tags).length === 0) return null;
  const firstAt = Math.min(...used);
  const excluded = exclusions
    .all(named.tokens)
    .some(({ end }) => end <= firstAt && firstAt - end < 2);
  return excluded ? without(fleet, before, { hosts, tags }) : { hosts, tags };
}
