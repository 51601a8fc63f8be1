import type { IpRange } from "../../../core/ip.ts";
import {
  type FirewallRow,
  type InboundConnection,
  type InboundRule,
  inboundRule,
  sourceRangesOf,
} from "./inbound-rule.ts";

/** What a firewall does with an arrival; "unknown" where its rules can't be judged for it. */
export interface Verdict {
  verdict: "accept" | "drop" | "unknown";
  /** The row that turns it away, -1 where that is a policy without a rule or several rows do. */
  row: number;
}

export interface InboundFilter {
  /** Whether no rule or policy is between anybody and this host. */
  allowsAll: boolean;
  /** Ranges that its rules tell apart who comes by. */
  sourceRanges: IpRange[];
  /** Whether it matters which of the host's addresses an arrival is for. */
  matchesDestinations: boolean;
  evaluate(arrival: InboundConnection): Verdict;
}

interface Chain {
  family: string;
  policy: string;
  /** Where it is hooked in; "" for one that is only jumped to. */
  hook: string;
  rules: InboundRule[];
  /** A row that shows the policy. */
  row: number;
}

/** What may become of an arrival, as a set. */
const accepted = 1;
const dropped = 2;
const leftAlone = 4;

/** Hooks that every packet to this host passes, whatever the one before decided. */
const hooks = new Set(["prerouting", "input", "ingress"]);
const backends = new Set(["nft", "iptables"]);
const goesOn = new Set(
  "log nflog continue counter mark connmark secmark connsecmark tcpmss set ct notrack classify checksum trace masquerade snat netmap audit ulog".split(
    " ",
  ),
);
const jump = /^(?:jump|goto):/;
const maxDepth = 16;

/** The rules of a host's `firewall_rules` in their order: each cell of a row by its column. */
export function createInboundFilter(rows: FirewallRow[]): InboundFilter {
  const chains = chainsOf(rows);
  const foreign = rows.some((cell) => !backends.has(cell("backend")));
  const bases = [...chains.values()].filter(({ hook }) => hooks.has(hook));
  return {
    allowsAll: !foreign && bases.length === 0,
    sourceRanges: foreign ? [] : rows.flatMap(sourceRangesOf),
    matchesDestinations: !foreign && rows.some((cell) => cell("dst_ip") !== ""),
    evaluate(arrival) {
      // Firewalls of other systems decide by application or by their last match.
      if (foreign) return { verdict: "unknown", row: -1 };
      let unsure = false;
      for (const base of bases) {
        if (base.family === (arrival.isIpv4 ? "ip6" : "ip")) continue;
        const run = { arrival, chains, droppedBy: new Set<number>() };
        const outcome = finish(runChain(base, run, 0), base, run.droppedBy);
        if (outcome === dropped)
          return { verdict: "drop", row: run.droppedBy.size === 1 ? [...run.droppedBy][0]! : -1 };
        if (outcome !== accepted) unsure = true;
      }
      return { verdict: unsure ? "unknown" : "accept", row: -1 };
    },
  };
}

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

/** The policy takes what no rule of a base chain took. */
function finish(outcome: number, { policy, row }: Chain, droppedBy: Set<number>): number {
  if (!(outcome & leftAlone)) return outcome;
  const taken = outcome & ~leftAlone;
  if (policy === "accept") return taken | accepted;
  droppedBy.add(row);
  return taken | (policy === "drop" ? dropped : accepted | dropped);
}

interface Run {
  arrival: InboundConnection;
  chains: Map<string, Chain>;
  droppedBy: Set<number>;
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
  return outcome | leftAlone;
}

/** What a rule that matches does; `ends`: the chain's later rules have no say any more. */
function act(rule: InboundRule, run: Run, depth: number): { now: number; ends: boolean } {
  const { action, row } = rule;
  if (action === null || goesOn.has(action)) return { now: 0, ends: false };
  if (action === "accept") return { now: accepted, ends: true };
  if (action === "return") return { now: leftAlone, ends: true };
  if (action === "drop" || action === "reject") {
    run.droppedBy.add(row);
    return { now: dropped, ends: true };
  }
  const target = jump.test(action) ? run.chains.get(action.slice(5)) : undefined;
  if (!target || depth >= maxDepth) return { now: accepted | dropped, ends: false };
  const inner = runChain(target, run, depth + 1);
  // What a chain that was jumped to leaves alone goes on here; after goto it goes on above.
  if (action.startsWith("goto:")) return { now: inner, ends: true };
  return { now: inner & ~leftAlone, ends: !(inner & leftAlone) };
}
