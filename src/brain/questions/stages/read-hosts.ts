import type { FleetContext, TagMeaning, Vocabulary } from "../model/reader.ts";
import type { Draft, Span, Token } from "../model/types.ts";

export interface HostSelection {
  hosts: string[];
  tags: Record<string, string>;
}

/** Names that look like a machine's but are an algorithm, a standard or a device. */
const notMachines =
  /^(sha|md|utf|aes|cve|kb|base|rsa|python|x86|ipv|tls|ssl|smb|eth|ens|ttys?|pts|iso|group|ext|hmac|diffie|event|libc?|openjdk|java|php|k8s|x509|port|uid|gid|pid|s|h|p|v|id_|cis)-?\d/;
const machineShape = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*-\d+[a-z]?$/;
const fullName = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+\.[a-z]{2,}$/;
const numberedName = /^[a-z]{2,}\d{1,4}$/;

const claim = (draft: Draft, span: { start: number; end: number }) => {
  for (let at = span.start; at < span.end; at += 1) draft.claimed.add(at);
};

const isFree = (draft: Draft, start: number, end: number) => {
  for (let at = start; at < end; at += 1) if (draft.claimed.has(at)) return false;
  return true;
};

const isMachineWord = (vocabulary: Vocabulary, token: Token | undefined) =>
  token !== undefined && vocabulary.book("machines").at([token], 0) !== null;

const isPlace = (token: Token | undefined) =>
  ["on", "in", "at", "across", "from", "for", "onto", "into", "host", "against"].includes(
    token?.lower ?? "",
  );

/** Whether a token names a machine, known or not. */
export function looksLikeHost(
  vocabulary: Vocabulary,
  token: Token,
  before: Token | undefined,
): boolean {
  const name = token.lower;
  if (vocabulary.software.has(name) || vocabulary.accounts.has(name)) return false;
  if (notMachines.test(name)) return false;
  if (token.kind === "glob") return !name.startsWith("*.") && !name.includes("/");
  if (isPlace(before) && fullName.test(name)) return true;
  if (token.kind === "identifier" && machineShape.test(name)) return true;
  if (token.kind === "identifier" && numberedName.test(name)) return isPlace(before);
  return token.kind === "word" && token.unknown && before?.lower === "on";
}

/** `app-01 through app-05`: every name between. */
function rangeOf(from: string, to: string): string[] {
  const [first, last] = [/^(.*?)(\d+)$/.exec(from), /^(.*?)(\d+)$/.exec(to)];
  if (!first || !last || first[1] !== last[1]) return [from, to];
  const [low, high] = [Number(first[2]), Number(last[2])];
  if (high < low || high - low > 200) return [from, to];
  return Array.from(
    { length: high - low + 1 },
    (_, index) => `${first[1]}${String(low + index).padStart(first[2]?.length ?? 1, "0")}`,
  );
}

function readNames(vocabulary: Vocabulary, draft: Draft, fleet: FleetContext): string[] {
  const known = new Map(fleet.hosts.map((name) => [name.toLowerCase(), name]));
  const hosts: string[] = [];
  draft.tokens.forEach((token, at) => {
    if (draft.claimed.has(at) || token.kind === "quoted" || token.kind === "path") return;
    const name = known.get(token.lower);
    const before = draft.tokens[at - 1];
    if (!name && knownTag(draft, fleet, at)) return;
    if (!name && !looksLikeHost(vocabulary, token, before)) return;
    const ranged = /^(through|thru|\.\.)$/.test(before?.lower ?? "") && hosts.at(-1);
    if (ranged) hosts.splice(-1, 1, ...rangeOf(ranged, token.text));
    else hosts.push(name ?? token.lower);
    claim(draft, { start: at, end: at + 1 });
  });
  return [...new Set(hosts)];
}

/** `env=prod`, `role:web`. */
function explicitTag(tokens: Token[], at: number): Span<[string, string]> | null {
  const joined = /^(env|role|app|site|os|team|scope|network):([\w-]+)$/.exec(
    tokens[at]?.lower ?? "",
  );
  if (joined?.[1] && joined[2]) {
    return { start: at, end: at + 1, value: [joined[1], joined[2]] };
  }
  const [key, equals, value] = tokens.slice(at, at + 3);
  if (equals?.text !== "=" || !value || !/^\w/.test(key?.lower ?? "")) return null;
  return { start: at, end: at + 3, value: [key?.lower ?? "", value.lower] };
}

/** "dns servers" and "file systems" are kinds of data unless a place word comes first. */
const needsPlace = new Set(["dns", "file", "print", "log", "proxy", "git", "db", "queue", "vpn"]);

/** Whether a tag's word stands for a group of machines where it is. */
export function isTagHere(
  vocabulary: Vocabulary,
  tokens: Token[],
  span: Span<TagMeaning>,
): boolean {
  if (!span.value.guarded) return true;
  const before = tokens.slice(Math.max(0, span.start - 2), span.start);
  const placed = before.some(isPlace);
  const determined = before.some(({ lower }) =>
    ["the", "our", "any", "all", "each", "every", "which", "no", "those", "these"].includes(lower),
  );
  if (isMachineWord(vocabulary, tokens[span.end])) {
    if (placed) return true;
    if (!needsPlace.has(span.value.value)) return tokens[span.end]?.stem !== "system";
    return determined && span.value.value !== "dns";
  }
  const plural = tokens[span.end - 1]?.lower.endsWith("s") ?? false;
  const set = /^[(,:]$/.test(tokens[span.start - 1]?.text ?? "");
  return span.value.noun && plural && (placed || determined || set || span.end === tokens.length);
}

function knownTag(draft: Draft, fleet: FleetContext, at: number): [string, string] | null {
  const token = draft.tokens[at];
  if (!token || !isPlace(draft.tokens[at - 1])) return null;
  for (const tags of fleet.tags) {
    for (const [key, value] of Object.entries(tags)) {
      if (value.toLowerCase() === token.lower && value !== "true") return [key, value];
      if (value === "true" && key.toLowerCase() === token.lower) return [key, value];
    }
  }
  return null;
}

function readTags(
  vocabulary: Vocabulary,
  draft: Draft,
  fleet: FleetContext,
): Record<string, string> {
  const { tokens } = draft;
  const tags: Record<string, string> = {};
  const add = ([key, value]: [string, string], span: { start: number; end: number }) => {
    const known = fleet.tags
      .flatMap((set) => Object.entries(set))
      .find(([, given]) => given.toLowerCase() === value);
    tags[known?.[0] ?? key] ??= value;
    claim(draft, span);
  };
  for (let at = 0; at < tokens.length; at += 1) {
    if (draft.claimed.has(at)) continue;
    const given = explicitTag(tokens, at);
    if (given) {
      add(given.value, given);
      continue;
    }
    const span = vocabulary.tags.at(tokens, at);
    if (span && isFree(draft, at, span.end) && isTagHere(vocabulary, tokens, span)) {
      add([span.value.key, span.value.value], span);
      continue;
    }
    const known = knownTag(draft, fleet, at);
    if (known) add(known, { start: at, end: at + 1 });
    else if (isStrangeGroup(vocabulary, tokens, at)) {
      add(["role", tokens[at]?.lower ?? ""], { start: at, end: at + 1 });
    }
  }
  return tags;
}

/** "the falcon hosts": a word nobody knows before a word for machines names a group. */
function isStrangeGroup(vocabulary: Vocabulary, tokens: Token[], at: number): boolean {
  const token = tokens[at];
  return (
    token?.kind === "word" &&
    token.unknown &&
    !vocabulary.software.has(token.lower) &&
    isMachineWord(vocabulary, tokens[at + 1])
  );
}

/** The machines a question is about: by name, by pattern, by tag; none named means all. */
export function readHosts(
  vocabulary: Vocabulary,
  draft: Draft,
  fleet: FleetContext,
): HostSelection {
  for (const section of ["here", "everywhere"]) {
    for (const span of vocabulary.book(section).all(draft.tokens)) claim(draft, span);
  }
  const hosts = readNames(vocabulary, draft, fleet);
  return { hosts, tags: readTags(vocabulary, draft, fleet) };
}
