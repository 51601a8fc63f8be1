import type { IpRange } from "../ip.ts";
import {
  type FirewallRow,
  type InboundConnection,
  type InboundRule,
  inboundRule,
  sourceRangesOf,
} from "./inbound-rule.ts";

/** The firewall's verdict on a connection; "unknown" if its rules can't be evaluated for it. */
export interface Verdict {
  verdict: "accept" | "drop" | "unknown";
  /** The row that decides it; -1 if a policy without a row or several rows do. */
  row: number;
  /** Whether it is the policy of the row's chain that decides. */
  byPolicy: boolean;
}

export interface InboundFilter {
  /** Whether the host has no rule or policy that filters incoming connections. */
  allowsAll: boolean;
  /** Source ranges that its rules distinguish. */
  sourceRanges: IpRange[];
  /** Whether any rule matches on the destination address. */
  matchesDestinations: boolean;
  evaluate(arrival: InboundConnection): Verdict;
  /** Whether a rule or policy may drop such a connection, to whatever port, if no other decides before. */
  mayDrop(arrival: InboundConnection): boolean;
}

interface Chain {
  family: string;
  policy: string;
  /** The hook; "" for a chain that is only jumped to. */
  hook: string;
  rules: InboundRule[];
  /** A row that shows the policy. */
  row: number;
}

/** Possible outcomes, combined as bits. */
const accepted = 1;
const dropped = 2;
const undecided = 4;

/** Hooks that every packet to this host passes, whatever the previous hook decided. */
const hooks = new Set(["prerouting", "input", "ingress"]);
const backends = new Set(["nft", "iptables"]);
const neutralActions = new Set(
  "log nflog continue counter mark connmark secmark connsecmark tcpmss set ct notrack classify checksum trace masquerade snat netmap audit ulog".split(
    " ",
  ),
);
/** A map of verdicts may contain one that drops. */
const dropping = new Set(["drop", "reject", "tarpit", "vmap"]);
const jump = /^(?:jump|goto):/;
const maxDepth = 16;

/** Builds the filter from a host's `firewall_rules`, in their order. */
export function createInboundFilter(rows: FirewallRow[]): InboundFilter {
  const chains = chainsOf(rows);
  const foreign = rows.some((cell) => !backends.has(cell("backend")));
  const bases = [...chains.values()].filter(({ hook }) => hooks.has(hook));
  return {
    allowsAll: !foreign && bases.length === 0,
    sourceRanges: foreign ? [] : rows.flatMap(sourceRangesOf),
    matchesDestinations: !foreign && rows.some((cell) => cell("dst_ip") !== ""),
    evaluate: (arrival) => (foreign ? unknown : evaluate(arrival, { bases, chains })),
    mayDrop: (arrival) =>
      !foreign && reachable(basesFor(arrival, bases), chains).some(drops(arrival)),
  };
}

/** Firewalls of other systems decide by application or by the last matching rule. */
const unknown: Verdict = { verdict: "unknown", row: -1, byPolicy: false };

interface Ruleset {
  bases: Chain[];
  chains: Map<string, Chain>;
}

const basesFor = ({ isIpv4 }: InboundConnection, bases: Chain[]) =>
  bases.filter(({ family }) => family !== (isIpv4 ? "ip6" : "ip"));

function evaluate(arrival: InboundConnection, { bases, chains }: Ruleset): Verdict {
  let accepting: Verdict = { verdict: "accept", row: -1, byPolicy: false };
  let unsure = false;
  for (const base of basesFor(arrival, bases)) {
    const run: Run = { arrival, chains, droppedBy: new Map(), acceptedBy: new Map() };
    const outcome = finish(runChain(base, run, 0), base, run);
    if (outcome === dropped) return { verdict: "drop", ...onlyOne(run.droppedBy) };
    if (outcome !== accepted) unsure = true;
    else if (base.hook === "input" && (accepting.row < 0 || accepting.byPolicy))
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
  (arrival: InboundConnection) =>
  ({ policy, rules }: Chain): boolean =>
    policy === "drop" ||
    rules.some(
      ({ action, ports, matches }) =>
        dropping.has(action ?? "") &&
        [arrival.port, ...ports].some((port) => matches({ ...arrival, port }) !== "no"),
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
      rules: [],
      row,
    };
    chains.set(key, chain);
    if (cell("rule") === "") continue;
    const rule = inboundRule(row, cell);
    const { action } = rule;
    // A jump leads to a chain of the same table.
    const isJump = action !== null && jump.test(action);
    chain.rules.push(
      isJump
        ? { ...rule, action: `${action.slice(0, 5)}${chainKey(cell, action.slice(5))}` }
        : rule,
    );
  }
  return chains;
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
  arrival: InboundConnection;
  chains: Map<string, Chain>;
  droppedBy: Decisions;
  acceptedBy: Decisions;
}

function runChain(chain: Chain, run: Run, depth: number): number {
  let outcome = 0;
  for (const rule of chain.rules) {
    const matching = rule.matches(run.arrival);
    if (matching === "no") continue;
    const { now, ends } = act(rule, run, depth);
    outcome |= now;
    if (matching === "yes" && ends) return outcome;
  }
  return outcome | undecided;
}

/** Applies a matching rule; `ends`: later rules of the chain are not evaluated. */
function act(rule: InboundRule, run: Run, depth: number): { now: number; ends: boolean } {
  const { action, row } = rule;
  if (action === null || neutralActions.has(action)) return { now: 0, ends: false };
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
