import { type PathEnd, pathEndKinds } from "../../../../contract/reading.ts";
import type { FleetContext, Vocabulary } from "../../model/reader.ts";
import type { Draft, Span, Token } from "../../model/types.ts";
import { isTagHere, looksLikeHost } from "../read-hosts.ts";

/** An end of a path, or a kind of edge to leave out ("without sudo"). */
export type EntityValue = Omit<PathEnd, "kind"> & { kind: PathEnd["kind"] | "edge" };
export type Entity = Span<EntityValue>;

const root = /^(?:root|admin|administrator|superuser)$/;
const privOf = (name: string) => (name === "root" || name === "superuser" ? "root" : "admin");

/** "root on db-2", "db-2 as postgres": the account that is wanted on a host. */
function accountOn(
  tokens: Token[],
  start: number,
  end: number,
): { end: PathEnd["priv"]; user?: string; from: number; to: number } | null {
  const before = tokens[start - 1]?.lower ?? "";
  const article = /^(?:any|the|a|all|every|some|our)$/.test(before) ? 1 : 0;
  const onAt = start - 1 - article;
  const account = tokens[onAt - 1];
  if (tokens[onAt]?.lower === "on" && account && root.test(account.lower)) {
    return { end: privOf(account.lower), from: onAt - 1, to: end };
  }
  const as = tokens[end]?.lower === "as" ? tokens[end + 1] : undefined;
  if (!as) return null;
  if (root.test(as.lower)) return { end: privOf(as.lower), from: start, to: end + 2 };
  return { end: "user", user: as.text, from: start, to: end + 2 };
}

function withAccount(tokens: Token[], span: Entity): Entity {
  const account = accountOn(tokens, span.start, span.end);
  if (!account) return span;
  return {
    start: account.from,
    end: account.to,
    value: {
      ...span.value,
      ...(account.end ? { priv: account.end } : {}),
      ...(account.user ? { user: account.user } : {}),
    },
  };
}

/** "from n1 to n2": what is an end by its place can be no unit or version, however short its name. */
function isEndByPlace({ kind, lower }: Token, before: Token | undefined): boolean {
  const isPlaced = /^(?:from|to|on|onto|into|between|via|through)$/.test(before?.lower ?? "");
  return isPlaced && kind === "identifier" && /^[a-z]+\d{1,5}$/.test(lower);
}

function hostAt(
  vocabulary: Vocabulary,
  { tokens }: Draft,
  at: number,
  fleet: FleetContext,
): Entity | null {
  const token = tokens[at];
  if (!token) return null;
  const known = fleet.hosts.find((name) => name.toLowerCase() === token.lower);
  const before = tokens[at - 1];
  if (!known && !looksLikeHost(vocabulary, token, before) && !isEndByPlace(token, before))
    return null;
  return {
    start: at,
    end: at + 1,
    value: { kind: "host", name: known ?? token.lower, priv: "any" },
  };
}

function tagAt(vocabulary: Vocabulary, draft: Draft, at: number): Entity | null {
  const { tokens } = draft;
  const span = vocabulary.tags.at(tokens, at);
  if (!span) return null;
  const machine = vocabulary.book("machines").at(tokens, span.end);
  const named = /^(?:the|any|a|our|in|of|from|to|all)$/.test(tokens[at - 1]?.lower ?? "");
  if (!isTagHere(vocabulary, tokens, span) && !(named && (machine || span.value.key === "network")))
    return null;
  const { key, value } = span.value;
  const further = machine ? null : tagAt(vocabulary, draft, span.end);
  return {
    start: at,
    end: further?.end ?? machine?.end ?? span.end,
    value: { kind: "host", tags: { [key]: value, ...further?.value.tags }, priv: "any" },
  };
}

const notNames =
  /^(?:the|a|an|any|that|of|is|which|what|who|can|could|this|one|from|to|on|in|by|via|through|with)$/;

/** "the docker group", "service nginx", "bob's key", "the backup key". */
function namedThingAt({ tokens }: Draft, at: number): Entity | null {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (!first || !second) return null;
  const kinds = /^(?:group|service|container|account|user|key)$/;
  const isName = (token: Token) =>
    token.kind === "identifier" || (token.kind === "word" && !notNames.test(token.lower));
  const kindOf = (word: string) =>
    word === "account" ? "user" : pathEndKinds.find((kind) => kind === word)!;
  if (second.lower === "account" && first.possessive)
    return { start: at, end: at + 2, value: { kind: "user", name: first.lower } };
  if (/^(?:group|service|container)$/.test(second.lower) && isName(first)) {
    return { start: at, end: at + 2, value: { kind: kindOf(second.lower), name: first.lower } };
  }
  const isTheKey = tokens[at - 1]?.lower === "the" && isName(first);
  if (second.lower === "key" && (first.possessive || isTheKey)) {
    return { start: at, end: at + 2, value: { kind: "key", name: first.lower } };
  }
  if (
    kinds.test(first.lower) &&
    isName(second) &&
    (second.unknown || second.kind === "identifier")
  ) {
    return { start: at, end: at + 2, value: { kind: kindOf(first.lower), name: second.lower } };
  }
  return null;
}

/** "the account etl on db-2", "container web on docker-1": things that are on one host each. */
function namedThingOnHostAt(
  vocabulary: Vocabulary,
  draft: Draft,
  at: number,
  fleet: FleetContext,
): Entity | null {
  const thing = namedThingAt(draft, at);
  if (!thing || !/^(?:user|container|service)$/.test(thing.value.kind)) return thing;
  const [, name, place] = /^([\w.-]+)@([\w.-]+)$/.exec(thing.value.name ?? "") ?? [];
  if (name && place) return { ...thing, value: onHost(name, place, fleet) };
  const isOn = draft.tokens[thing.end]?.lower === "on";
  const host = isOn ? hostAt(vocabulary, draft, thing.end + 1, fleet) : null;
  if (!host?.value.name) return thing;
  return { start: at, end: host.end, value: { ...thing.value, host: host.value.name } };
}

const beforePerson =
  /^(?:from|as|can|could|does|did|is|if|suppose|user|account|to|given|when|by|with|say|imagine|assuming|into|become)$/;

/** An unknown word is a person's name where a person would stand. */
const isPersonHere = (tokens: Token[], at: number) =>
  at === 0 || tokens[at]?.possessive || beforePerson.test(tokens[at - 1]?.lower ?? "");

function accountAt(vocabulary: Vocabulary, { tokens }: Draft, at: number): Entity | null {
  const token = tokens[at];
  if (!token || (token.kind !== "word" && token.kind !== "identifier")) return null;
  const isAccount =
    vocabulary.accounts.has(token.lower) ||
    /^(?:svc|sa|adm)[_-]/.test(token.lower) ||
    (token.unknown && !vocabulary.software.has(token.lower) && isPersonHere(tokens, at));
  if (!isAccount) return null;
  if (
    root.test(token.lower) &&
    /^(?:any|every|all|some|a)?(?:where|host|machine|server|box)s?$/.test(
      tokens[at + 1]?.lower ?? "",
    )
  ) {
    return { start: at, end: at + 2, value: { kind: "host", priv: privOf(token.lower) } };
  }
  return { start: at, end: at + 1, value: { kind: "user", name: token.lower } };
}

const techniques =
  /^(?:sudo|docker|cron|ssh|nfs|setuid|suid|passwords?|containers?|lxd|systemd|path)$/;

/** "without sudo", "if nobody could use docker": a kind of edge that is taken out. */
function techniqueAt({ tokens }: Draft, at: number): Entity | null {
  const token = tokens[at];
  if (!token || !techniques.test(token.lower)) return null;
  const before = tokens.slice(Math.max(0, at - 2), at).map(({ lower }) => lower);
  const after = tokens
    .slice(at + 1, at + 4)
    .map(({ lower }) => lower)
    .join(" ");
  const isOut =
    before.some((word) => /^(?:without|avoiding|excluding|not)$/.test(word)) ||
    /^(?:did not exist|didn't exist|were gone|was gone|were disabled|was disabled)/.test(after);
  if (!isOut) return null;
  const name = token.lower.replace(/s$/, "").replace(/^suid$/, "setuid");
  return { start: at, end: at + 1, value: { kind: "edge", name } };
}

const kindsOfThings =
  /^(?:accounts?|admins?|attackers?|containers?|groups?|hosts?|keys?|machines?|malware|people|process(?:es)?|servers?|services?|software|users?)$/;

/** A word that stands for anybody or anything of a kind: "can users on web-1". */
const isNobodys = (vocabulary: Vocabulary, tokens: Token[], at: number) =>
  kindsOfThings.test(tokens[at]!.lower) || vocabulary.book("people").at(tokens, at) !== null;

/** "www-data@web-1", "alice on laptop-3", "can monitor on web-1": an account of one host. */
function accountOnHostAt(
  vocabulary: Vocabulary,
  draft: Draft,
  at: number,
  fleet: FleetContext,
): Entity | null {
  const { tokens } = draft;
  const [token, on] = [tokens[at], tokens[at + 1]];
  if (!token) return null;
  const [, name, place] = /^([\w.-]+)@([\w.-]+)$/.exec(token.lower) ?? [];
  if (name && place) return { start: at, end: at + 1, value: onHost(name, place, fleet) };
  if (on?.lower !== "on" || (token.kind !== "word" && token.kind !== "identifier")) return null;
  const host = hostAt(vocabulary, draft, at + 2, fleet);
  const isNamed = isPersonHere(tokens, at) && !isNobodys(vocabulary, tokens, at);
  const isAccount = vocabulary.accounts.has(token.lower) || token.unknown || isNamed;
  if (!host?.value.name || !isAccount || root.test(token.lower)) return null;
  const called = isNamed ? token.text.toLowerCase() : token.lower;
  return { start: at, end: host.end, value: onHost(called, host.value.name, fleet) };
}

function onHost(name: string, place: string, { hosts }: FleetContext): PathEnd {
  const host = hosts.find((known) => known.toLowerCase() === place) ?? place;
  return root.test(name)
    ? { kind: "host", name: host, priv: privOf(name) }
    : { kind: "user", name, host };
}

function someoneAt(vocabulary: Vocabulary, { tokens }: Draft, at: number): Entity | null {
  const span = vocabulary.book("people").at(tokens, at);
  return span && { ...span, value: { kind: span.value === "internet" ? "internet" : "any" } };
}

/** Everything in a question that a path may begin at, end at or pass through, in order. */
export function findEntities(vocabulary: Vocabulary, draft: Draft, fleet: FleetContext): Entity[] {
  const found: Entity[] = [];
  for (let at = 0; at < draft.tokens.length; ) {
    const thing =
      techniqueAt(draft, at) ??
      namedThingOnHostAt(vocabulary, draft, at, fleet) ??
      accountOnHostAt(vocabulary, draft, at, fleet) ??
      hostAt(vocabulary, draft, at, fleet) ??
      tagAt(vocabulary, draft, at) ??
      someoneAt(vocabulary, draft, at) ??
      accountAt(vocabulary, draft, at);
    if (thing) found.push(withAccount(draft.tokens, thing));
    at = thing?.end ?? at + 1;
  }
  const covered = (entity: Entity) =>
    found.some(
      (other) => other !== entity && other.start <= entity.start && other.end >= entity.end,
    );
  return found.filter((entity) => !covered(entity));
}
