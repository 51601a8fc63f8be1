import { type IpRange, parseRange } from "../ip.ts";
import { type Chain, chainsOf, jump, maxDepth, reachable, translations } from "./chains.ts";
import {
  type Connection,
  type ConnectionRule,
  type FirewallRow,
  rangesOf,
} from "./connection-rule.ts";
import { entriesByPort, translate, translatingChains } from "./translations.ts";
import { withoutMap } from "./verdict-map.ts";

/** The firewall's verdict on a connection; "unknown" if its rules can't be evaluated for it. */
export interface Verdict {
  verdict: "accept" | "drop" | "unknown";
  /** The row that decides it; -1 if a policy without a row or several rows do. */
  row: number;
  /** Whether it is the policy of the row's chain that decides. */
  byPolicy: boolean;
  /** Whether a rule decides that redirects the connection to another port. */
  isRedirected?: boolean;
  /** The row by which an accepted connection gets to its port, if it was made to another one. */
  translatedBy?: number;
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
  /** Ports whose connections rules of the host may redirect to this one. */
  portsLeadingTo(port: number): number[];
  /** Whether any rule matches on the source address. */
  matchesSources: boolean;
  /** Whether it surely lets all answers through, whoever the client is. */
  passesAnswers: boolean;
  /** Whether a rule or policy may drop such a connection, to whatever port, if no other decides before. */
  mayDrop(connection: Connection): boolean;
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
/** A map of verdicts may contain one that drops. */
const dropping = new Set(["drop", "reject", "tarpit", "vmap"]);

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
  const translating = translatingChains(bases, chains);
  const entries = entriesByPort(reachable([...translating], chains));
  const single = rows.flatMap(withoutMap);
  const matches = (column: string) => !foreign && single.some((cell) => cell(column) !== "");
  const ruleset = { bases, translating, chains, main };
  return {
    allowsAll: !foreign && bases.every(isEmpty),
    sourceRanges: foreign ? [] : single.flatMap((cell) => rangesOf(cell, "src_ip")),
    destinationRanges: foreign ? [] : single.flatMap((cell) => rangesOf(cell, "dst_ip")),
    matchesSources: matches("src_ip"),
    // Other systems' firewalls let answers through by themselves.
    passesAnswers:
      foreign || anyAnswer.every((answer) => filter(answer, ruleset).verdict === "accept"),
    matchesDestinations: matches("dst_ip"),
    matchesOutifaces: matches("outiface"),
    portsLeadingTo: (port) => (foreign ? [] : (entries.get(port) ?? [])),
    evaluate: (connection) => (foreign ? unknown : evaluate(connection, ruleset)),
    mayDrop: (connection) =>
      !foreign && reachable(basesFor(connection, bases), chains).some(drops(connection)),
  };
}

/** Firewalls of other systems decide by application or by the last matching rule. */
const unknown: Verdict = { verdict: "unknown", row: -1, byPolicy: false };

/** Answers of any port to any client: a rule that names addresses or ports may match some of them. */
const anyAnswer = ["0.0.0.0/0", "::/0"].flatMap((block) => {
  const everywhere = parseRange(block)!;
  return [null, "lo"].map(
    (outiface): Connection => ({
      protocol: "tcp",
      answersFrom: null,
      source: everywhere,
      destinations: [everywhere],
      port: 0,
      iniface: "",
      outiface,
      isIpv4: !block.includes(":"),
    }),
  );
});

const isEmpty = ({ policy, rules }: Chain) => policy === "accept" && rules.length === 0;

interface Ruleset {
  bases: Chain[];
  translating: ReadonlySet<Chain>;
  main: string;
  chains: Map<string, Chain>;
}

const basesFor = ({ isIpv4, answersFrom }: Connection, bases: Chain[]) =>
  bases.filter(
    ({ family, translates }) =>
      family !== (isIpv4 ? "ip6" : "ip") && !(translates && answersFrom !== undefined),
  );

/** Connections to a known socket are translated first; others are judged as they come. */
function evaluate(connection: Connection, ruleset: Ruleset): Verdict {
  const { servedAt, iniface } = connection;
  if (servedAt === undefined) return filter(connection, ruleset);
  const bases = basesFor(connection, ruleset.bases);
  const { served, row, others } = translate(connection, { ...ruleset, bases });
  const rest = { ...ruleset, bases: others };
  // What a host sends to itself is not translated where it comes in.
  if (iniface === "lo" || (served === "yes" && row < 0)) return filter(connection, rest);
  if (served === "no") return { verdict: "drop", row, byPolicy: false, isRedirected: row >= 0 };
  const inside = filterTranslated(connection, servedAt, rest);
  if (served === "yes") return { ...inside, translatedBy: row };
  const isDropped = inside.verdict === "drop" && filter(connection, rest).verdict === "drop";
  return isDropped ? inside : unknown;
}

/** Which rules before the input see a connection before it is translated is not known. */
function filterTranslated(connection: Connection, port: number, ruleset: Ruleset): Verdict {
  const { bases, main } = ruleset;
  const inside = { ...connection, port, isTranslated: true };
  const early = { ...ruleset, bases: bases.filter(({ hook }) => hook !== main) };
  const late = { ...ruleset, bases: bases.filter(({ hook }) => hook === main) };
  const [before, after] = [filter(connection, early), filter(inside, early)];
  const last = filter(inside, late);
  if (last.verdict === "drop") return last;
  if (before.verdict === "drop" && after.verdict === "drop") return before;
  return before.verdict === "accept" && after.verdict === "accept" ? last : unknown;
}

function filter(connection: Connection, { bases, chains, main }: Ruleset): Verdict {
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

const drops =
  (connection: Connection) =>
  ({ policy, rules }: Chain): boolean =>
    policy === "drop" ||
    rules.some(
      ({ action, ports, matches }) =>
        dropping.has(action ?? "") &&
        [connection.port, ...ports].some((port) => matches({ ...connection, port }) !== "no"),
    );

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
