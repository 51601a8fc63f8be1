import type { PathEnd, PathEndKind, PathQuestion } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Wording } from "../decisions/fixed-condition.ts";
import { placesIn } from "../text/places.ts";
import { choose } from "../weights/choice.ts";
import type { ReaderModel } from "../weights/model.ts";
import { peopleKeptAway } from "./find-mentions.ts";
import { isEndKind, nodeName } from "./mention.ts";
import { modeOptions, openEndOptions, type Part, privilegeOptions } from "./path-options.ts";
import { type Placed, placeMentions } from "./place-mentions.ts";

export interface ReadPath {
  path: PathQuestion;
  /** Tokens of the mentions that have a part in it. */
  used: Set<number>;
  /** Tokens that name what the path can't have beside its ends. */
  leftOut: number[];
  sureness: { mode: number; least: number };
}

/** "within 3 hops", "one hop", "fewer than 4 steps": how long a path may be. */
function hopsIn({ tokens }: Annotated): number | null {
  for (let at = 0; at < tokens.length; at += 1) {
    const unit = tokens[at + 1]?.lower ?? "";
    const amount = tokens[at]?.amount ?? (tokens[at]?.lower === "one" ? 1 : undefined);
    if (amount === undefined || !/^(?:hop|step|jump|move|leap)s?$/.test(unit)) continue;
    const before = `${tokens[at - 2]?.lower} ${tokens[at - 1]?.lower}`;
    const isBelow = /(?:\bless than|\bfewer than|\bunder|\bbelow)$/.test(before);
    const most = Math.trunc(amount) - (isBelow ? 1 : 0);
    if (most >= 1) return most;
  }
  return null;
}

/** An end of which one mention says the account and another the host, or several the tags. */
function joined(mentions: Placed[]): PathEnd | null {
  const [first] = mentions;
  if (!first) return null;
  const kindOf = ({ part: { kind } }: Placed): PathEndKind => (isEndKind(kind) ? kind : "any");
  const main =
    mentions.find((one) => kindOf(one) === "key") ??
    mentions.find((one) => kindOf(one) !== "host") ??
    mentions.find(({ span: { value } }) => value.name !== null) ??
    first;
  const kind = kindOf(main);
  const place = mentions.find(
    (one) => one !== main && one.span.value.name && kindOf(one) === "host",
  );
  const host =
    kind === "internet" ? null : (main.span.value.host ?? place?.span.value.name ?? null);
  // "the ledger box, web-1": a host that is named needs no tags.
  const isNamed = host !== null || (kind === "host" && main.span.value.name !== null);
  // "staging or prod": of two values of one key, the first.
  const tags = isNamed
    ? {}
    : Object.assign({}, ...mentions.map(({ span }) => span.value.tags).reverse());
  // "the key id_deploy of bob"
  const owner = mentions.find((one) => kind === "key" && kindOf(one) === "user")?.span.value.name;
  return {
    kind,
    ...(main.span.value.name === null ? {} : { name: main.span.value.name }),
    ...(owner ? { user: owner } : {}),
    ...(host === null || kind === "host" ? {} : { host }),
    ...(Object.keys(tags).length > 0 ? { tags } : {}),
  };
}

/** "who can become root": an account without a name, where root is wanted, is root itself. */
function withRoot({ tokens }: Annotated, end: PathEnd): PathEnd {
  const isOpen = end.kind === "user" && end.name === undefined;
  return isOpen && tokens.some(({ lower }) => lower === "root") ? { ...end, name: "root" } : end;
}

/** "bob's key revoked": his key is left out, and not bob. */
const nodeOf = ({ part, span }: Placed): string => nodeName(part.kind, span.value);

/** "a container on mon-1": the host of a container that has no name. */
function asContainer({ tokens }: Annotated, { span }: Placed): boolean {
  const [noun, word] = [tokens[span.start - 2]?.stem, tokens[span.start - 1]?.lower ?? ""];
  return noun === "container" && /^(?:on|of|in|at)$/.test(word);
}

/** An end as the words around its only name say what it is. */
function withNoun(question: Annotated, own: Placed[], end: PathEnd): PathEnd {
  const [only] = own;
  if (!only || end.name === undefined) return end;
  const { name, ...rest } = end;
  const isOwned = own.some(({ span: { value } }) => value.isOwner && value.name === name);
  if (isOwned) return { ...rest, kind: "key", user: name };
  if (own.length > 1) return end;
  if (end.kind === "host" && asContainer(question, only))
    return { ...rest, kind: "container", host: name };
  return end;
}

const escaping = /\b(?:escap\w*|break\w*|leads? out|gets? out|out to|way out|out of)\b/;

/** "out of the container on app-1", "container api leads out to root of app-1": the host that is reached is the container's. */
function onItsHost(question: Annotated, from: PathEnd, placed: Placed[]): PathEnd {
  const hosts = placed.filter(({ part, span }) => part.kind === "host" && span.value.name);
  const isNamed = from.kind === "container" && from.name !== undefined && from.host === undefined;
  const isOut = escaping.test(question.tokens.map(({ lower }) => lower).join(" "));
  const isRoot = hosts[0]?.span.value.priv === "root" && hosts[0].part.role === "to";
  if (isNamed && isOut && isRoot && hosts.length === 1)
    return { ...from, host: hosts[0]!.span.value.name! };
  const host = placed.find(
    (one) => one.part.kind === "host" && one.part.role === "to" && asContainer(question, one),
  )?.span.value.name;
  const isOpen = from.kind === "container" && from.name === undefined && from.host === undefined;
  return isOpen && host ? { ...from, host } : from;
}

const sameHost =
  /\b(?:become|be|get|gain|to|as) (?:root|admin|administrator) (?:there|on it|right there|on (?:that|the) (?:very )?same (?:host|box|machine|server)|on that (?:host|box|machine|server))\b/;

/** "can bob, when logged on at jump-1, become root there": the host of both ends. */
function onSaidHost({ tokens }: Annotated, from: PathEnd, placed: Placed[]): PathEnd {
  const hosts = placed.filter(({ part, span }) => part.kind === "host" && span.value.name);
  const [only] = hosts;
  const isOpen = from.kind === "user" && from.name !== undefined && from.host === undefined;
  const text = tokens.map(({ lower }) => lower).join(" ");
  const isOne = hosts.length === 1 && only?.part.role === "to";
  return isOpen && isOne && sameHost.test(text) ? { ...from, host: only.span.value.name! } : from;
}

const elsewhere =
  /\b(?:anywhere|everywhere|elsewhere|somewhere|others?|another|else|hosts|servers|machines|systems|boxes|(?:any|every|all|most) (?:host|server|machine|system|box))\b/;

/** "www-data on web-3 to root, same box": root without a place is root where the path starts. */
function onSameHost({ tokens }: Annotated, from: PathEnd, to: PathEnd): PathEnd {
  const place = from.kind === "host" ? from.name : from.host;
  const isOpen = to.name === undefined && to.tags === undefined && to.user === undefined;
  const isRoot = to.kind === "host" && (to.priv === "root" || to.priv === "admin");
  const isOut = from.kind === "container" && to.kind === "any";
  if (!place || !isOpen || !(isRoot || isOut)) return to;
  if (elsewhere.test(tokens.map(({ lower }) => lower).join(" "))) return to;
  return { kind: "host", name: place, priv: isOut ? "root" : to.priv };
}

/** "root on web-1 or web-2", "can bob or alice": an end has one name, so the second is left out. */
function isSecond(
  { part: { role, kind }, span: { value } }: Placed,
  ends: { from: PathEnd; to: PathEnd },
): boolean {
  if (role !== "from" && role !== "to") return false;
  const { name, host, user, tags = {} } = ends[role];
  if (value.name !== null) return ![name, host, user].includes(value.name);
  const isNamed = name !== undefined || host !== undefined;
  const own = Object.entries(value.tags ?? {});
  return kind === "host" && !isNamed && own.some(([key, tag]) => tags[key] !== tag);
}

/** "which service accounts", "external users": an end may be any account, but not of one sort. */
const sortsOfAccounts =
  /^(?:service|technical|robot|external|guest|disabled|dormant|stale|inactive|unused|shared|contractor|vendor|temporary|orphaned)$/;

function sortsLeftOut({ tokens }: Annotated, ends: PathEnd[]): number[] {
  const isOpen = ends.some(({ kind, name }) => kind === "user" && name === undefined);
  if (!isOpen) return [];
  return tokens.flatMap(({ lower }, at) =>
    sortsOfAccounts.test(lower) && /^(?:account|user|login)s$/.test(tokens[at + 1]?.lower ?? "")
      ? [at]
      : [],
  );
}

const takenAway =
  /^(?:remov|disabl|revok|delet|unplug|rotat|decommission|without$|offline$|took$|tak(?:e|en|ing)$)/;

/** "remove the key on db-1: can bob still get in?": what says that something is taken away. */
const takingAway = ({ tokens }: Annotated): number[] =>
  tokens.flatMap(({ lower }, at) => (takenAway.test(lower) ? [at] : []));

/** The paths that a question asks about. */
export function readPath(model: ReaderModel, question: Annotated, wording: Wording): ReadPath {
  const { value: mode, p } = choose(model.choices, modeOptions(question, wording));
  const { placed, least } = placeMentions(model, question, mode);
  const end = (side: "from" | "to"): PathEnd => {
    const own = placed.filter(({ part }) => part.role === side);
    const found = joined(own);
    const named = found && withNoun(question, own, found);
    const open = () =>
      choose(model.choices, openEndOptions(question, wording, { side, mode })).value;
    const base: PathEnd = named ?? { kind: open() };
    const at = own[0]?.span.start ?? null;
    const options = privilegeOptions(question, wording, { side, at, kind: base.kind });
    const priv = own.find(({ span }) => span.value.priv)?.span.value.priv;
    const chosen = { ...base, priv: priv ?? choose(model.choices, options).value };
    return side === "to" ? withRoot(question, chosen) : chosen;
  };
  const among = (role: Part["role"]) => [
    ...new Set(placed.filter(({ part }) => part.role === role).map(nodeOf)),
  ];
  const [avoid, via] = [among("avoid"), among("via")];
  const hops = hopsIn(question);
  const to = end("to");
  const from = onSaidHost(question, onItsHost(question, end("from"), placed), placed);
  const second = placed.filter((one) => isSecond(one, { from, to }));
  const isAround = mode === "reach" || mode === "inbound" || mode === "rank";
  return {
    path: {
      from,
      to: isAround ? to : onSameHost(question, from, to),
      mode,
      ...(avoid.length > 0 ? { avoid } : {}),
      ...(via.length > 0 ? { via } : {}),
      ...(hops === null ? {} : { max_hops: hops }),
    },
    used: new Set([
      ...placed.filter((one) => !second.includes(one)).flatMap(({ span }) => placesIn(span)),
      ...(avoid.length > 0 ? takingAway(question) : []),
    ]),
    leftOut: [
      ...second.flatMap(({ span }) => placesIn(span)),
      ...sortsLeftOut(question, [from, to]),
      ...(from.kind === "any" ? peopleKeptAway(question) : []),
      ...(mode === "what_if" && avoid.length === 0 ? takingAway(question) : []),
    ],
    sureness: { mode: p, least },
  };
}
