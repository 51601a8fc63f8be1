import type { IpRange } from "../../../core/ip.ts";
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
  /** The row that drops it; -1 if a policy without a row or several rows do. */
  row: number;
}

export interface InboundFilter {
  /** Whether the host has no rule or policy that filters incoming connections. */
  allowsAll: boolean;
  /** Source ranges that its rules distinguish. */
  sourceRanges: IpRange[];
  /** Whether any rule matches on the destination address. */
  matchesDestinations: boolean;
  evaluate(arrival: InboundConnection): Verdict;
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
    evaluate(arrival) {
      // Firewalls of other systems decide by application or by the last matching rule.
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

/** Applies the policy to what no rule of a base chain decided. */
function finish(outcome: number, { policy, row }: Chain, droppedBy: Set<number>): number {
  if (!(outcome & undecided)) return outcome;
  const decided = outcome & ~undecided;
  if (policy === "accept") return decided | accepted;
  droppedBy.add(row);
  return decided | (policy === "drop" ? dropped : accepted | dropped);
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
  return outcome | undecided;
}

/** Applies a matching rule; `ends`: later rules of the chain are not evaluated. */
function act(rule: InboundRule, run: Run, depth: number): { now: number; ends: boolean } {
  const { action, row } = rule;
  if (action === null || neutralActions.has(action)) return { now: 0, ends: false };
  if (action === "accept") return { now: accepted, ends: true };
  if (action === "return") return { now: undecided, ends: true };
  if (action === "drop" || action === "reject") {
    run.droppedBy.add(row);
    return { now: dropped, ends: true };
  }
  const target = jump.test(action) ? run.chains.get(action.slice(5)) : undefined;
  if (!target || depth >= maxDepth) return { now: accepted | dropped, ends: false };
  const inner = runChain(target, run, depth + 1);
  // After a jump, undecided connections continue in this chain; after a goto, in its caller.
  if (action.startsWith("goto:")) return { now: inner, ends: true };
  return { now: inner & ~undecided, ends: !(inner & undecided) };
}
