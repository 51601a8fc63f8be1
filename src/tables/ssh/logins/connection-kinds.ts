import {
  type Criterion,
  matchesCriterion,
  matchesGlob,
  matchesList,
} from "../../parsers/sshd/match.ts";
import type { Directive, ParsedSshdConfig } from "../../parsers/sshd/parse.ts";
import { type ClientPatterns, isPossible } from "./client-patterns.ts";

/** Logins to one account on one port, from any client. */
export interface LoginTarget {
  user: string;
  groups: string[];
  port: number;
  /** Whether sshd resolves the client's name by DNS; without it the address is the only name. */
  usesDns: boolean;
  /** Addresses of this host at which the port is reached; undefined when unknown. */
  localAddresses: string[] | undefined;
  /** Client patterns that matter besides those of the configuration. */
  clientPatterns: string[];
}

/** Connections that the configuration treats alike. */
export interface ConnectionKind {
  client: ClientPatterns;
  /** Server-side criteria that they match: "LocalAddress 10.0.0.1". */
  server: string[];
  /** Those that they don't match. */
  notServer: string[];
}

interface Condition {
  side: "client" | "server";
  pattern: string;
}

/** More kinds per account are not distinguished. */
const maxKinds = 64;

/**
 * All kinds of connections for which the given options may differ; undefined when there are too
 * many.
 */
export function connectionKinds(
  parsed: ParsedSshdConfig,
  options: ReadonlySet<string>,
  target: LoginTarget,
): ConnectionKind[] | undefined {
  let kinds: ConnectionKind[] = [
    { client: { matched: [], unmatched: [] }, server: [], notServer: [] },
  ];
  for (const condition of conditionsOf(parsed, options, target)) {
    kinds = kinds.flatMap((kind) => split(kind, condition));
    if (kinds.length > maxKinds) return undefined;
  }
  const possible = kinds.filter((kind) => addressesOfKind(target, kind)?.length !== 0);
  return possible.length > 0 ? possible : kinds;
}

/** The addresses of this host, without the wildcard of a socket if each is known; undefined when unknown. */
export function reachedAddresses({ localAddresses }: LoginTarget): string[] | undefined {
  const single = localAddresses?.filter((address) => address !== "::" && address !== "0.0.0.0");
  return single?.length === 0 ? localAddresses : single;
}

/** The addresses of this host at which connections of a kind arrive; undefined when unknown. */
export function addressesOfKind(
  target: LoginTarget,
  { server, notServer }: ConnectionKind,
): string[] | undefined {
  if (server.length + notServer.length === 0) return target.localAddresses;
  const meets = (localAddress: string, condition: string) => {
    const [attribute = "", argument = ""] = condition.split(" ");
    return attribute === "RDomain" || matchesCriterion({ attribute, argument }, { localAddress });
  };
  const excludes = (address: string, condition: string) =>
    condition.startsWith("LocalAddress ") && meets(address, condition);
  return reachedAddresses(target)?.filter(
    (address) =>
      server.every((condition) => meets(address, condition)) &&
      !notServer.some((condition) => excludes(address, condition)),
  );
}

function split(kind: ConnectionKind, { side, pattern }: Condition): ConnectionKind[] {
  if (side === "server")
    return [
      { ...kind, notServer: [...kind.notServer, pattern] },
      { ...kind, server: [...kind.server, pattern] },
    ];
  const { client } = kind;
  const without = { ...client, unmatched: [...client.unmatched, pattern] };
  const within = { ...client, matched: [...client.matched, pattern] };
  return [
    ...(isPossible(client, pattern, false) ? [{ ...kind, client: without }] : []),
    ...(isPossible(client, pattern, true) ? [{ ...kind, client: within }] : []),
  ];
}

/** Attributes of a connection that matter besides its account and port. */
function conditionsOf(
  parsed: ParsedSshdConfig,
  options: ReadonlySet<string>,
  target: LoginTarget,
): Condition[] {
  const conditions = parsed
    .filter((entry) => "unreadable" in entry || options.has(entry.spec.name))
    .filter(({ criteria }) => (criteria ?? []).every((each) => concerns(each, target)))
    .flatMap((entry) => [
      ...(entry.criteria ?? []).flatMap((criterion) => conditionsIn(criterion, target)),
      ...("unreadable" in entry ? [] : clientsIn(entry, target)),
    ])
    .concat(target.clientPatterns.map((pattern) => ({ side: "client", pattern })));
  return [...new Map(conditions.map((each) => [`${each.side} ${each.pattern}`, each])).values()];
}

const accountAttributes = new Set(["User", "Group", "LocalPort"]);

const concerns = (criterion: Criterion, target: LoginTarget) =>
  !accountAttributes.has(criterion.attribute) || matchesAccount(criterion, target);

const matchesAccount = (criterion: Criterion, { user, groups, port }: LoginTarget) =>
  matchesCriterion(criterion, { user, groups, localPort: port });

function conditionsIn({ attribute, argument }: Criterion, target: LoginTarget): Condition[] {
  const patterns = itemsOf(argument);
  if (attribute === "LocalAddress" || attribute === "RDomain")
    return patterns.map((pattern) => ({ side: "server", pattern: `${attribute} ${pattern}` }));
  if (attribute !== "Address" && attribute !== "Host") return [];
  return clientConditions(patterns, target);
}

/** Client patterns in user@host entries of AllowUsers and DenyUsers for this account. */
function clientsIn({ spec, values }: Directive, target: LoginTarget): Condition[] {
  if (spec.name !== "AllowUsers" && spec.name !== "DenyUsers") return [];
  const hosts = values
    .map(splitUserAtHost)
    .filter(({ user, host }) => host !== undefined && matchesGlob(target.user, user));
  return hosts.flatMap(({ host }) => clientConditions(itemsOf(host!), target));
}

const itemsOf = (list: string) => list.split(",").map((item) => item.replace(/^!/, ""));

const clientConditions = (patterns: string[], target: LoginTarget): Condition[] =>
  patterns
    .filter((pattern) => canMatch(pattern, target))
    .map((pattern) => ({ side: "client", pattern }));

/** sshd splits at the last "@": account names of a domain contain one. */
export function splitUserAtHost(text: string): { user: string; host: string | undefined } {
  const at = text.lastIndexOf("@");
  if (at < 0) return { user: text, host: undefined };
  return { user: text.slice(0, at), host: text.slice(at + 1) };
}

/** Without DNS the client's name is its address, which a pattern with letters never matches. */
const canMatch = (pattern: string, { usesDns }: LoginTarget) =>
  usesDns || /^[0-9a-f.:*?/]+$/i.test(pattern);

/** Whether connections of a kind match a Match criterion. */
export function kindMatches(
  criterion: Criterion,
  target: LoginTarget,
  kind: ConnectionKind,
): boolean {
  const { attribute, argument } = criterion;
  if (attribute === "Address" || attribute === "Host") return isFromClient(argument, kind);
  if (attribute === "LocalAddress" || attribute === "RDomain")
    return matchesList(argument, (item) => kind.server.includes(`${attribute} ${item}`));
  return matchesAccount(criterion, target);
}

/** Whether a list of client patterns matches the clients of a kind. */
export const isFromClient = (list: string, { client }: ConnectionKind): boolean =>
  matchesList(list, (item) => client.matched.includes(item));
