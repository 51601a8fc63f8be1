import type { PathEndKind } from "../../../contract/reading.ts";
import type { Annotated } from "../annotate/annotate.ts";
import type { Span, Token } from "../model/types.ts";
import { stem } from "../text/stem.ts";
import { findPlaces } from "./find-places.ts";
import { bareMention, type Mention, type MentionKind, privileged, privilegeOf } from "./mention.ts";
import { groupAt } from "./well-known-groups.ts";

const techniques =
  /^(?:sudo|docker|cron|ssh|nfs|setuid|suid|passwords?|containers?|lxd|systemd|path|winrm|rdp|smb)$/;
/** Techniques that are the names of groups too. */
const groupsToo = /^(?:sudo|docker|lxd)$/;
/** Nouns by their stems, and the kind of end that they name. */
export const kindNouns: Record<string, PathEndKind> = Object.fromEntries(
  Object.entries({
    group: "group",
    key: "key",
    service: "service",
    container: "container",
    user: "account user person people employee login colleague",
    network: "network subnet vlan",
    host: "host machine server box node computer pc workstation laptop system device",
    credential: "credential token password secret",
  } satisfies Partial<Record<PathEndKind, string>>).flatMap(([kind, nouns]) =>
    nouns.split(" ").map((noun) => [stem(noun), kind as PathEndKind]),
  ),
);
/** Beside a name these are other words: "web servers", "bob's laptop". */
const saysName =
  /^(?:group|key|service|container|account|user|network|subnet|vlan|host|credential|token)s?$/;

/** The kinds that nouns beside a name say it is: "the docker group", "user bob". */
function saidKinds(tokens: Token[], at: number): PathEndKind[] {
  return [1, -1].flatMap((away) => {
    const { stem = "", lower = "" } = tokens[at + away] ?? {};
    const isAccount = lower === "service" && tokens[at + away + 1]?.stem === "account";
    const kind = isAccount ? "user" : kindNouns[stem];
    return kind && (saysName.test(lower) || stem === "account") ? [kind] : [];
  });
}

const beforePerson = /^(?:can|could|does|did|will|would|may|might|user|account|from|if|as|has)$/;
const noPerson =
  /^(?:the|a|an|any|some|every|all|it|its|they|he|she|we|you|i|someone|somebody|anyone|anybody|nobody|everyone|everybody|who|what|which|that|this|there|here|where|wherever|anywhere|everywhere|our|my|their|his|her|one|people|users?|accounts?|groups?|hosts?|attackers?|intruders?|machines?|servers?|malware|admins?|inside|outside|internet|still|also|ever|even|not|be|is|are|was|were|been|being|has|have|had|does|did|can|could|would|will|on|in|of|at|to|from|by|for|with|without|and|or|if|when|get|gets|got|reach|become|land|go|end|ends|gain|log|move|jump|pivot|take|taken|own|read|access|connect|turn|make|walk|come|hop|climb|escalate|see|leave|open|opens|lead|leads|give|gives|let|lets|run|runs|stop|stops|touch|break|breaks|out|away|gone|off|down|up|itself|alone|now|then|today|tonight|disabled|removed|deleted|locked|revoked|stolen|leaks?|leaked|lost|copied|falls?|fell|escapes?|\w+ing)$/;

const subject =
  /^(?:one|it|they|he|she|we|you|i|who|which|that|someone|somebody|anyone|anybody|nobody|everyone|internet|outsiders?|attackers?|intruders?|machines?|hosts?|servers?|users?|accounts?)$/;

/** "can monitor on web-1 become root": an ordinary word is a name where a name would stand, and not in "one can land". */
export function standsForPerson(tokens: Token[], at: number): boolean {
  const word = (away: number) => tokens[at + away]?.lower ?? "";
  if (noPerson.test(word(0))) return false;
  if (tokens[at]?.possessive === true) return true;
  const isVerb = /^(?:can|could|will|would|may|might)$/.test(word(-1)) && subject.test(word(-2));
  return beforePerson.test(word(-1)) && !isVerb;
}

/** "a member of the group helpdesk", "the students group": an ordinary word may name a group. */
function isGroup(tokens: Token[], at: number): boolean {
  const word = (away: number) => tokens[at + away]?.lower ?? "";
  const isBehind = word(-1) === "group" && /^(?:the|of|a)$/.test(word(-2));
  const isBefore = word(1) === "group" && word(-1) === "the";
  return (isBehind || isBefore) && !noPerson.test(word(0));
}

/** "the internet", "from outside", "an outsider". */
function isInternet(tokens: Token[], at: number): boolean {
  const word = tokens[at]?.lower ?? "";
  return (
    /^(?:internet|outsiders?|wan)$/.test(word) ||
    (word === "outside" && !/^(?:of|its|his|her|their)$/.test(tokens[at + 1]?.lower ?? ""))
  );
}

/** "web-7", "files.example.com": perhaps a host that isn't there. */
const looksLikeHost = /-\d+$|\./;

/** A word that came no more often than this in training may be a name. */
const rarely = 3;

const aboutKeys = /^(?:ssh|private|public|deploy|secret|signing|login|laptop|rsa|ed25519)$/;

/** "deploy's private ssh key", "the key of deploy": where the key of an account ends; null for no key. */
function keyEnd(tokens: Token[], at: number): number | null {
  const isOf = /^(?:of|for)$/.test(tokens[at - 1]?.lower ?? "");
  if (isOf && tokens[at - 2]?.stem === "key") return at + 1;
  if (tokens[at]?.possessive !== true) return null;
  let end = at + 1;
  while (aboutKeys.test(tokens[end]?.lower ?? "")) end += 1;
  return tokens[end]?.stem === "key" ? end + 1 : null;
}

/** "haproxy on lb-1": software that stands on a host is a service there. */
function isOnHost({ tokens, scopes }: Annotated, at: number): boolean {
  const isOn = /^(?:on|at)$/.test(tokens[at + 1]?.lower ?? "");
  return isOn && scopes.some(({ start, value }) => start === at + 2 && value.type === "host");
}

/** "ssh agents", "agent forwarding": a way in of two words. */
function agentAt(tokens: Token[], at: number): Span<Mention> | null {
  const word = (away: number) => tokens[at + away]?.lower ?? "";
  const start = word(0) === "ssh" ? at + 1 : at;
  const isForwarded = tokens[start + 1]?.lower === "forwarding";
  const isAgent = /^agents?$/.test(tokens[start]?.lower ?? "");
  if (!isAgent || (start === at && !isForwarded)) return null;
  const value: Mention = { ...bareMention, kinds: ["edge"], name: "agent" };
  return { start: at, end: start + (isForwarded ? 2 : 1), value };
}

/** A word that may name an account, a group, a key, a host or a technique. */
function namedAt(question: Annotated, at: number): Span<Mention> | null {
  const { tokens, classes, usage, fleet } = question;
  const token = tokens[at] as Token;
  const span = { start: at, end: at + 1 };
  const group = groupAt(tokens, at);
  if (group) {
    const value: Mention = { ...bareMention, kinds: ["group"], name: group.value, isSaid: true };
    return { ...group, value };
  }
  const agent = agentAt(tokens, at);
  if (agent) return agent;
  if (isInternet(tokens, at)) return { ...span, value: { ...bareMention, kinds: ["internet"] } };
  const [, name, place] = /^([\w.-]+)@([\w.-]+)$/.exec(token.lower) ?? [];
  if (name && place) {
    const host = fleet.hosts.get(place) ?? place;
    if (privileged.test(name)) {
      return {
        ...span,
        value: { ...bareMention, kinds: ["host"], name: host, priv: privilegeOf(name) },
      };
    }
    return { ...span, value: { ...bareMention, kinds: ["user"], name, host } };
  }
  if (token.kind === "cidr" || token.kind === "address") {
    return { ...span, value: { ...bareMention, kinds: ["network", "host"], name: token.lower } };
  }
  if (token.kind === "path") {
    return { ...span, value: { ...bareMention, kinds: ["file"], name: token.text } };
  }
  if (token.kind !== "word" && token.kind !== "identifier") return null;
  if (privileged.test(token.lower)) return null;
  const owned = keyEnd(tokens, at);
  if (owned !== null && !noPerson.test(token.lower)) {
    const value: Mention = { ...bareMention, kinds: ["key"], name: token.text, isOwner: true };
    return { start: at, end: owned, value };
  }
  const said = saidKinds(tokens, at);
  const isTechnique = techniques.test(token.lower);
  const isName = classes[at] === "<user>" || classes[at] === "<account>" || token.unknown;
  const isIdentifier =
    token.kind === "identifier" && [null, "<name>"].includes(classes[at] ?? null);
  const isSoftware = classes[at] === "<software>";
  const isInstance = isSoftware && !isTechnique && isOnHost(question, at);
  const isPerson = standsForPerson(tokens, at);
  const isRare = (usage[at] ?? 0) <= rarely && !noPerson.test(token.lower);
  const isSaid = said.length > 0 && (isSoftware || isRare || isGroup(tokens, at));
  const isNamed = isName || isIdentifier || isTechnique || isPerson || isSaid;
  if (!isNamed && !isInstance) return null;
  if (!isNamed) {
    return { ...span, value: { ...bareMention, kinds: ["service", "user"], name: token.text } };
  }
  const usual: MentionKind[] = isTechnique
    ? groupsToo.test(token.lower)
      ? ["edge", "group"]
      : ["edge"]
    : (isPerson && !looksLikeHost.test(token.lower)) ||
        (said.includes("user") && !said.includes("host"))
      ? ["user"]
      : ["user", "host"];
  const things = said.filter((kind) => kind !== "user" && kind !== "host" && kind !== "network");
  const kinds = [
    ...new Set<MentionKind>(things.length > 0 && !isTechnique ? things : [...usual, ...said]),
  ];
  return { ...span, value: { ...bareMention, kinds, name: token.text, isSaid } };
}

const acts =
  /^(?:become|get|reach|escalate|gain|go|log|ssh|move|jump|pivot|end|take|own|read|access|connect)$/;

/** "can git become root": who acts is the account, not the hosts that are tagged like it. */
const isActor = ({ tokens, classes }: Annotated, { start, end, value }: Span<Mention>): boolean =>
  value.tags !== null &&
  end - start === 1 &&
  classes[start] === "<software>" &&
  standsForPerson(tokens, start) &&
  acts.test(tokens[end]?.lower ?? "");

/** Everything a path may begin at, end at, pass through or do without, in order. */
export function findMentions(question: Annotated): Span<Mention>[] {
  const places = findPlaces(question).filter((place) => !isActor(question, place));
  const taken = places.filter(({ start, end, value }) => value.name !== null || end - start > 1);
  const named: Span<Mention>[] = [];
  question.tokens.forEach((_, at) => {
    const isTaken = ({ start, end }: Span<Mention>) => start <= at && at < end;
    const found = taken.some(isTaken) || named.some(isTaken) ? null : namedAt(question, at);
    if (found) named.push(found);
  });
  return [...places, ...named].sort((a, b) => a.start - b.start);
}

/** "keep contractors away": people of some sort, which no end of a path can say. */
export const peopleKeptAway = ({ tokens }: Annotated): number[] =>
  tokens.flatMap(({ lower, stem, kind }, at) => {
    const isKept =
      tokens[at - 1]?.stem === "keep" &&
      /^(?:away|off|out|from)$/.test(tokens[at + 1]?.lower ?? "");
    return isKept && kind === "word" && stem !== lower && !noPerson.test(lower) ? [at] : [];
  });

/** Whether two mentions are of the same word: "backup" may be an account or a group of hosts. */
export const areRivals = (one: Span<Mention>, other: Span<Mention>): boolean =>
  (other.value.tags === null) !== (one.value.tags === null) &&
  other.start < one.end &&
  one.start < other.end;

const doingWithout = /^(?:without|minus|barring)$/;
const article = /^(?:the|a|an|any|our|its|this|that)$/;
/** "without credentials" is about how somebody starts. */
const noThing =
  /^(?:privileges?|permissions?|rights|access|credentials?|authentication|authorisation|authorization|approval|help|interaction|restrictions?|notice|trace)$|ing$/;

/** Whether it stands right behind "without". */
export const isDoneWithout = (tokens: Token[], at: number): boolean =>
  doingWithout.test(
    tokens[article.test(tokens[at - 1]?.lower ?? "") ? at - 2 : at - 1]?.lower ?? "",
  );

/** "without samba": a thing that a question does without although nothing here is called so. */
export function unknownThings({ tokens }: Annotated, mentions: Span<Mention>[]): Span<Mention>[] {
  return tokens.flatMap(({ lower, text, kind, stem }, start) => {
    const isThing = kind === "word" && !noPerson.test(lower) && !noThing.test(lower);
    const isKnown =
      kindNouns[stem] !== undefined ||
      mentions.some((one) => one.start <= start && start < one.end);
    if (!isThing || isKnown || privileged.test(lower) || !isDoneWithout(tokens, start)) return [];
    return [{ start, end: start + 1, value: { ...bareMention, kinds: ["edge"], name: text } }];
  });
}
