import { type PathEndKind, pathEndKinds } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Span, Token } from "../model/types.ts";

/** What a mention may be: a kind of end, or a technique ("without sudo"). */
export type MentionKind = PathEndKind | "edge";

/** Something in a question that a path may begin at, end at, pass through or do without. */
export interface Mention {
  /** What it may be, the likeliest first. */
  kinds: MentionKind[];
  name: string | null;
  /** Of `user@host`. */
  host: string | null;
  tag: { key: string; value: string } | null;
  /** Of `root@host`. */
  priv: "root" | "admin" | null;
  /** A noun beside it says what it is: "the account etl". */
  isSaid: boolean;
}

const techniques =
  /^(?:sudo|docker|cron|ssh|nfs|setuid|suid|passwords?|containers?|lxd|systemd|path|winrm|rdp|smb)$/;
const privileged = /^(?:root|admin|administrator|superuser|admins|administrators)$/;
const kindNouns: Record<string, PathEndKind> = {
  group: "group",
  key: "key",
  service: "service",
  container: "container",
  account: "user",
  user: "user",
  network: "network",
  subnet: "network",
  vlan: "network",
  host: "host",
  credential: "credential",
  token: "credential",
};

/** The kinds that nouns beside a name say it is: "the docker group", "user bob". */
function saidKinds(tokens: Token[], at: number): PathEndKind[] {
  return [1, -1].flatMap((away) => {
    const kind = kindNouns[tokens[at + away]?.stem ?? ""];
    return kind ? [kind] : [];
  });
}

const beforePerson = /^(?:can|could|does|did|will|would|may|might|user|account|from|if|as|has)$/;
const noPerson =
  /^(?:the|a|an|any|some|every|all|it|they|he|she|we|you|i|someone|somebody|anyone|anybody|nobody|everyone|who|what|which|that|this|there|our|my|their|one|people|users?|accounts?|hosts?|attackers?|intruders?|machines?|servers?|malware|admins?|inside|outside|still|not|be)$/;

/** "can monitor on web-1 become root": an ordinary word is a name where a name would stand. */
export const standsForPerson = (tokens: Token[], at: number): boolean =>
  !noPerson.test(tokens[at]?.lower ?? "") &&
  (tokens[at]?.possessive === true || beforePerson.test(tokens[at - 1]?.lower ?? ""));

const none = { name: null, host: null, tag: null, priv: null, isSaid: false };

/** A word that came no more often than this in training may be a name. */
const rarely = 3;

/** A word that may name an account, a group, a key, a host or a technique. */
function namedAt({ tokens, classes, usage, fleet }: Annotated, at: number): Span<Mention> | null {
  const token = tokens[at] as Token;
  const span = { start: at, end: at + 1 };
  const [, name, place] = /^([\w.-]+)@([\w.-]+)$/.exec(token.lower) ?? [];
  if (name && place) {
    const host = fleet.hosts.get(place) ?? place;
    if (privileged.test(name)) {
      return { ...span, value: { ...none, kinds: ["host"], name: host, priv: privilegeOf(name) } };
    }
    return { ...span, value: { ...none, kinds: ["user"], name, host } };
  }
  if (token.kind === "cidr" || token.kind === "address") {
    return { ...span, value: { ...none, kinds: ["network", "host"], name: token.lower } };
  }
  if (token.kind === "path") {
    return { ...span, value: { ...none, kinds: ["file"], name: token.text } };
  }
  if (token.kind !== "word" && token.kind !== "identifier") return null;
  if (privileged.test(token.lower)) return null;
  const said = saidKinds(tokens, at);
  const isTechnique = techniques.test(token.lower);
  const isName = classes[at] === "<user>" || classes[at] === "<account>" || token.unknown;
  const isIdentifier =
    token.kind === "identifier" && [null, "<name>"].includes(classes[at] ?? null);
  const isSoftware = classes[at] === "<software>";
  const isPerson = standsForPerson(tokens, at);
  const isRare = (usage[at] ?? 0) <= rarely && !noPerson.test(token.lower);
  const isSaid = said.length > 0 && (isSoftware || isRare);
  if (!isName && !isIdentifier && !isTechnique && !isPerson && !isSaid) return null;
  const usual: MentionKind[] = isTechnique ? ["edge", "group"] : ["user", "host"];
  const things = said.filter((kind) => kind !== "user" && kind !== "host" && kind !== "network");
  const kinds = [
    ...new Set<MentionKind>(things.length > 0 && !isTechnique ? things : [...usual, ...said]),
  ];
  return { ...span, value: { ...none, kinds, name: token.text, isSaid } };
}

const privilegeOf = (name: string) =>
  name === "root" || name === "superuser" ? ("root" as const) : ("admin" as const);

/** "root on db-1", "admin on any prod host": the privilege that is named with a place. */
function privilegeBefore({ tokens }: Annotated, start: number): Mention["priv"] {
  const article = /^(?:any|the|a|an|all|every|some|our)$/.test(tokens[start - 1]?.lower ?? "")
    ? 1
    : 0;
  const account = tokens[start - 2 - article]?.lower ?? "";
  const isOn = /^(?:on|of|at)$/.test(tokens[start - 1 - article]?.lower ?? "");
  return isOn && privileged.test(account) ? privilegeOf(account) : null;
}

/** Everything a path may begin at, end at, pass through or do without, in order. */
export function findMentions(question: Annotated): Span<Mention>[] {
  const places = question.scopes.filter(({ value }) => value.source !== "unknown");
  const mentions = places.map(({ start, end, value }): Span<Mention> => {
    const { type, name, key } = value;
    const place = { ...none, kinds: ["host" as const], priv: privilegeBefore(question, start) };
    return type === "host"
      ? { start, end, value: { ...place, name } }
      : { start, end, value: { ...place, tag: { key, value: name } } };
  });
  question.tokens.forEach((_, at) => {
    const isPlace = mentions.some(
      ({ start, end, value }) =>
        start <= at && at < end && (value.name !== null || end - start > 1),
    );
    const named = isPlace ? null : namedAt(question, at);
    if (named) mentions.push(named);
  });
  return mentions.sort((a, b) => a.start - b.start);
}

export const isEndKind = (kind: MentionKind): kind is PathEndKind =>
  pathEndKinds.some((one) => one === kind);
