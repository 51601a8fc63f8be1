import { type ConnectionRule, connectionRule, type FirewallRow } from "./connection-rule.ts";
import { withoutMap } from "./verdict-map.ts";

export interface Chain {
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

export const jump = /^(?:jump|goto):/;
/** Jumps within jumps that are followed. */
export const maxDepth = 16;
/** They only change the first packet of a connection. */
export const translations = new Set(["dnat", "snat", "redirect", "netmap"]);

/** These chains and all that they lead to. */
export function reachable(bases: Chain[], chains: Map<string, Chain>): Chain[] {
  const found = new Set(bases);
  for (const { rules } of found)
    for (const { action } of rules) {
      const next = jump.test(action ?? "") ? chains.get(action!.slice(5)) : undefined;
      if (next) found.add(next);
    }
  return [...found];
}

/** By their keys, to which jumps lead. */
export function chainsOf(rows: FirewallRow[]): Map<string, Chain> {
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
