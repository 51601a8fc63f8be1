import type { TagMeaning, Vocabulary } from "../model/reader.ts";
import type { Span, Token } from "../model/types.ts";
import type { FleetNames } from "./fleet.ts";

/** Words that may say which hosts a question is about. */
export interface ScopeMention {
  type: "host" | "tag";
  /** The host as the fleet spells it, else as typed; a pattern may have `*`. */
  name: string;
  /** Of a tag. */
  key: string;
  /** Where the words are known from. */
  source: "fleet" | "words" | "shape" | "written" | "unknown";
  guarded: boolean;
  noun: boolean;
}

/** Names that look like a machine's but are an algorithm, a standard or a device. */
const notMachines =
  /^(sha|md|utf|aes|cve|kb|base|rsa|python|x86|ipv|tls|ssl|smb|eth|ens|ttys?|pts|iso|group|ext|hmac|diffie|event|libc?|openjdk|java|php|k8s|x509|port|uid|gid|pid|s|h|p|v|id_|cis)-?\d/;
const machineShape = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*-\d+[a-z]?$/;
const fullName = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+\.[a-z]{2,}$/;
const numberedName = /^[a-z]{2,}[a-z-]*\d{1,4}$/;

/** Whether a token has the form that names of machines often have. */
export function hasHostShape(token: Token): boolean {
  const name = token.lower;
  if (notMachines.test(name)) return false;
  if (token.kind === "glob") return !name.startsWith("*.") && !name.includes("/");
  if (token.kind !== "identifier") return false;
  return machineShape.test(name) || fullName.test(name) || numberedName.test(name);
}

const plain = { key: "", guarded: false, noun: false };

function hostAt(tokens: Token[], at: number, fleet: FleetNames): Span<ScopeMention> | null {
  const token = tokens[at] as Token;
  if (token.kind === "path" || token.kind === "punctuation") return null;
  const known = fleet.hosts.get(token.lower);
  const value: ScopeMention = {
    ...plain,
    type: "host",
    name: known ?? token.text,
    source: "fleet",
  };
  if (known) return { start: at, end: at + 1, value };
  if (hasHostShape(token) && !fleet.users.has(token.lower)) {
    return { start: at, end: at + 1, value: { ...value, name: token.lower, source: "shape" } };
  }
  const isName = token.unknown && (token.kind === "word" || token.kind === "identifier");
  return isName
    ? { start: at, end: at + 1, value: { ...value, name: token.lower, source: "unknown" } }
    : null;
}

/** Keys that tags of hosts usually have. */
export const tagKeys: ReadonlySet<string> = new Set([
  "env",
  "role",
  "app",
  "site",
  "os",
  "team",
  "scope",
  "network",
  "tier",
  "tag",
]);

/** `env=prod`, `role:web`. */
function writtenTag(tokens: Token[], at: number): Span<ScopeMention> | null {
  const [, key = "", joined] = /^([a-z]+):([\w-]+)$/.exec(tokens[at]?.lower ?? "") ?? [];
  const tag = { ...plain, type: "tag", source: "written" } as const;
  if (joined && tagKeys.has(key))
    return { start: at, end: at + 1, value: { ...tag, key, name: joined } };
  const [word, equals, value] = tokens.slice(at, at + 3);
  if (equals?.text !== "=" || !value || !/^\w/.test(word?.lower ?? "")) return null;
  return { start: at, end: at + 3, value: { ...tag, key: word?.lower ?? "", name: value.lower } };
}

/** The value by which the fleet knows what a word of the language means. */
const inFleet = (fleet: FleetNames, { value }: TagMeaning, token: Token) =>
  fleet.tags.at([{ ...token, stem: value }], 0)?.value;

function tagAt(
  vocabulary: Vocabulary,
  tokens: Token[],
  at: number,
  fleet: FleetNames,
): Span<ScopeMention> | null {
  const known = fleet.tags.at(tokens, at);
  const word = vocabulary.tags.at(tokens, at);
  if (known && known.end >= (word?.end ?? 0)) {
    const { key, value } = known.value;
    const { guarded = false, noun = false } = word?.value ?? {};
    const name = value === "true" || value === "" ? key : value;
    return { ...known, value: { type: "tag", source: "fleet", key, name, guarded, noun } };
  }
  if (!word) return null;
  const meant = inFleet(fleet, word.value, tokens[at] as Token);
  const { key, value, guarded, noun } = word.value;
  return {
    ...word,
    value: {
      type: "tag",
      source: meant ? "fleet" : "words",
      key: meant?.key ?? key,
      name: meant?.value ?? value,
      guarded,
      noun,
    },
  };
}

/** Everything that may say which hosts are meant, in order; a host and a tag may compete for a word. */
export function findScopes(
  vocabulary: Vocabulary,
  tokens: Token[],
  fleet: FleetNames,
): Span<ScopeMention>[] {
  return tokens.flatMap((_, at) => {
    const written = writtenTag(tokens, at);
    if (written) return [written];
    const host = hostAt(tokens, at, fleet);
    const tag = host?.value.source === "fleet" ? null : tagAt(vocabulary, tokens, at, fleet);
    return [host, tag].filter((span) => span !== null);
  });
}
