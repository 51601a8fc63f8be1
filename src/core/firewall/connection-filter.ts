import type { IpRange } from "../ip.ts";
import {
  type Connection,
  type ConnectionRule,
  connectionRule,
  type FirewallRow,
  rangesOf,
} from "./connection-rule.ts";
import { withoutMap } from "./verdict-map.ts";

/** The firewall's verdict on a connection; "unknown" if its rules can't be evaluated for it. */
export interface Verdict {
  verdict: "accept" | "drop" | "unknown";
  /** The row that decides it; -1 if a policy without a row or several rows do. */
  row: number;
  /** Whether it is the policy of the row's chain that decides. */
  byPolicy: boolean;
}

export interface ConnectionFilter {
  /** Whether the host has no rule or policy that filters such connections. */
  allowsAll: boolean;
  /** Ranges of addresses that its rules distinguish. */
  sourceRanges: IpRange[];
  destinationRanges: IpRange[];
  /** Whether any rule matches on the destination address, or on the outgoing interface. */
  matchesDestinations: boolean;
  matchesOutifaces: boolean;
  evaluate(connection: Connection): Verdict;
  /** Whether any rule matches on the source address. */
  matchesSources: boolean;
  /** Whether these are rules of a system that lets answers through by itself. */
  passesAnswers: boolean;
  /** Whether a rule or policy may drop such a connection, to whatever port, if no other decides before. */
  mayDrop(connection: Connection): boolean;
}

interface Chain {
  family: string;
  policy: string;
  /** Whether it only translates addresses, for which the first packet of a connection counts. */
  translates: boolean;
  /** The hook; "" for a chain that is only jumped to. */
  hook: string;
  rules: ConnectionRule[];
  /** A row that shows the policy. */
  row: number;
}

/** Possible outcomes, combined as bits. */
const accepted = 1;
const dropped = 2;
const undecided = 4;

/** Connections in one direction. */
interface Direction {
  /** Hooks that every packet passes, whatever the previous hook decided. */
  hooks: ReadonlySet<string>;
  /** The hook whose rule is named for an accepted connection. */
  main: string;
}

const inbound: Direction = { hooks: new Set(["prerouting", "input", "ingress"]), main: "input" };
const outbound: Direction = { hooks: new Set(["output", "postrouting", "egress"]), main: "output" };
const backends = new Set(["nft", "iptables"]);
const neutralActions = new Set(
  "log nflog continue counter mark connmark secmark connsecmark tcpmss set ct notrack classify checksum trace masquerade audit ulog".split(
    " ",
  ),
);
/** They only change the first packet of a connection. */
const translations = new Set(["dnat", "snat", "redirect", "netmap"]);
/** A map of verdicts may contain one that drops. */
const dropping = new Set(["drop", "reject", "tarpit", "vmap"]);
const jump = /^(?:jump|goto):/;
const maxDepth = 16;

/** The filter of connections to a host, from its `firewall_rules` in their order. */
export const createInboundFilter = (rows: FirewallRow[]): ConnectionFilter =>
  createFilter(rows, inbound);

/** The same for connections that the host itself makes. */
export const createOutboundFilter = (rows: FirewallRow[]): ConnectionFilter =>
  createFilter(rows, outbound);

function createFilter(rows: FirewallRow[], { hooks, main }: Direction): ConnectionFilter {
  const chains = chainsOf(rows);
  const foreign = rows.some((cell) => !backends.has(cell("backend")));
  const bases = [...chains.values()].filter(({ hook }) => hooks.has(hook));
  const single = rows.flatMap(withoutMap);
  const matches = (column: string) => !foreign && single.some((cell) => cell(column) !== "");
  return {
    allowsAll: !foreign && bases.every(isEmpty),
    sourceRanges: foreign ? [] : single.flatMap((cell) => rangesOf(cell, "src_ip")),
    destinationRanges: foreign ? [] : single.flatMap((cell) => rangesOf(cell, "dst_ip")),
    matchesSources: matches("src_ip"),
    passesAnswers: foreign,
    matchesDestinations: matches("dst_ip"),
    matchesOutifaces: matches("outiface"),
    evaluate: (connection) => (foreign ? unknown : evaluate(connection, { bases, chains, main })),
    mayDrop: (connection) =>
      !foreign && reachable(basesFor(connection, bases), chains).some(drops(connection)),
  };
}

/** Firewalls of other systems decide by application or by the last matching rule. */
const unknown: Verdict = { verdict: "unknown", row: -1, byPolicy: false };

const isEmpty = ({ policy, rules }: Chain) => policy === "accept" && rules.length === 0;

interface Ruleset {
  bases: Chain[];
  main: string;
  chains: Map<string, Chain>;
}

const basesFor = ({ isIpv4, answersFrom }: Connection, bases: Chain[]) =>
  bases.filter(
    ({ family, translates }) =>
      family !== (isIpv4 ? "ip6" : "ip") && !(translates && answersFrom !== undefined),
  );

function evaluate(connection: Connection, { bases, chains, main }: Ruleset): Verdict {
  let accepting: Verdict = { verdict: "accept", row: -1, byPolicy: false };
  let unsure = false;
  for (const base of basesFor(connection, bases)) {
    const run: Run = { connection, chains, droppedBy: new Map(), acceptedBy: new Map() };
    const outcome = finish(runChain(base, run, 0), base, run);
    if (outcome === dropped) return { verdict: "drop", ...onlyOne(run.droppedBy) };
    if (outcome !== accepted) unsure = true;
    else if (base.hook === main && (accepting.row < 0 || accepting.byPolicy))
      accepting = { verdict: "accept", ...onlyOne(run.acceptedBy) };
  }
  return unsure ? unknown : accepting;
}

/** A row that decided, and whether its chain's policy did. */
type Decisions = Map<number, boolean>;

function onlyOne(decisions: Decisions): { row: number; byPolicy: boolean } {
  const [[row, byPolicy] = [-1, false]] = decisions;
  return decisions.size === 1 ? { row, byPolicy } : { row: -1, byPolicy: false };
}

/** These chains and all that they lead to. */
function reachable(bases: Chain[], chains: Map<string, Chain>): Chain[] {
  const found = new Set(bases);
  for (const { rules } of found)
    for (const { action } of rules) {
      const next = jump.test(action ?? "") ? chains.get(action!.slice(5)) : undefined;
      if (next) found.add(next);
    }
  return [...found];
}

const drops =
  (connection: Connection) =>
  ({ policy, rules }: Chain): boolean =>
    policy === "drop" ||
    rules.some(
      ({ action, ports, matches }) =>
        dropping.has(action ?? "") &&
        [connection.port, ...ports].some((port) => matches({ ...connection, port }) !== "no"),
    );

function chainsOf(rows: FirewallRow[]): Map<string, Chain> {
  const chains = new Map<string, Chain>();
  for (const [row, cell] of rows.entries()) {
    const key = chainKey(cell, cell("chain"));
    const known = chains.get(key);
    const chain = known ?? {
      family: cell("family"),
      policy: cell("policy"),
      hook: cell("hook"),
      translates: cell("table_name") === "nat",
      rules: [],
      row,
    };
    chains.set(key, chain);
    if (cell("rule") === "") continue;
    for (const each of withoutMap(cell))
      chain.rules.push(withTarget(connectionRule(row, each), cell));
  }
  return chains;
}

/** A jump leads to a chain of the same table. */
function withTarget(rule: ConnectionRule, cell: FirewallRow): ConnectionRule {
  const { action } = rule;
  if (action === null || !jump.test(action)) return rule;
  return { ...rule, action: `${action.slice(0, 5)}${chainKey(cell, action.slice(5))}` };
}

const chainKey = (cell: FirewallRow, chain: string) =>
  [cell("backend"), cell("family"), cell("table_name"), chain].join(" ");

/** Applies the policy to what no rule of a base chain decided. */
function finish(outcome: number, { policy, row }: Chain, run: Run): number {
  if (!(outcome & undecided)) return outcome;
  const decided = outcome & ~undecided;
  if (policy === "accept") {
    run.acceptedBy.set(row, true);
    return decided | accepted;
  }
  run.droppedBy.set(row, true);
  return decided | (policy === "drop" ? dropped : accepted | dropped);
}

interface Run {
  connection: Connection;
  chains: Map<string, Chain>;
  droppedBy: Decisions;
  acceptedBy: Decisions;
}

function runChain(chain: Chain, run: Run, depth: number): number {
  let outcome = 0;
  for (const rule of chain.rules) {
    const matching = rule.matches(run.connection);
    if (matching === "no") continue;
    const { now, ends } = act(rule, run, depth);
    outcome |= now;
    if (matching === "yes" && ends) return outcome;
  }
  return outcome | undecided;
}

/** Applies a matching rule; `ends`: later rules of the chain are not evaluated. */
function act(rule: ConnectionRule, run: Run, depth: number): { now: number; ends: boolean } {
  const { action, row } = rule;
  const isReply = run.connection.answersFrom !== undefined;
  if (action === null || neutralActions.has(action)) return { now: 0, ends: false };
  if (isReply && translations.has(action)) return { now: 0, ends: false };
  if (action === "accept") {
    run.acceptedBy.set(row, false);
    return { now: accepted, ends: true };
  }
  if (action === "return") return { now: undecided, ends: true };
  if (action === "drop" || action === "reject") {
    run.droppedBy.set(row, false);
    return { now: dropped, ends: true };
  }
  const target = jump.test(action) ? run.chains.get(action.slice(5)) : undefined;
  if (!target || depth >= maxDepth) return { now: accepted | dropped, ends: false };
  const inner = runChain(target, run, depth + 1);
  // After a jump, undecided connections continue in this chain; after a goto, in its caller.
  if (action.startsWith("goto:")) return { now: inner, ends: true };
  return { now: inner & ~undecided, ends: !(inner & undecided) };
}
