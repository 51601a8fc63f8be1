import type { Row } from "../../model/table.ts";

/** A firewall rule; NULL where it doesn't restrict. A leading "!" negates. */
export interface FirewallRule {
  backend: "nft" | "iptables";
  family: string;
  table_name: string;
  chain: string;
  /** The hook of a base chain ("input"); NULL for other chains. */
  hook: string | null;
  /** The fate of packets that no rule of a base chain matches. */
  policy: string | null;
  rule_number: number | null;
  action: string | null;
  direction: "in" | "out" | "forward" | null;
  protocol: string | null;
  src_ip: string | null;
  dst_ip: string | null;
  src_port: string | null;
  dst_port: string | null;
  iniface: string | null;
  outiface: string | null;
  state: string | null;
  handle: number | null;
  rule: string | null;
}

export type FirewallRow = FirewallRule & Row;

/** The conditions and the action of a rule. */
export type RuleBody = Pick<
  FirewallRule,
  | "action"
  | "protocol"
  | "src_ip"
  | "dst_ip"
  | "src_port"
  | "dst_port"
  | "iniface"
  | "outiface"
  | "state"
>;

export const emptyBody: RuleBody = {
  action: null,
  protocol: null,
  src_ip: null,
  dst_ip: null,
  src_port: null,
  dst_port: null,
  iniface: null,
  outiface: null,
  state: null,
};

/** A chain without its rules. */
export type Chain = Pick<
  FirewallRule,
  "backend" | "family" | "table_name" | "chain" | "hook" | "policy"
>;

const directions = new Map<string, FirewallRule["direction"]>(
  Object.entries({
    ingress: "in",
    prerouting: "in",
    input: "in",
    forward: "forward",
    output: "out",
    postrouting: "out",
    egress: "out",
  }),
);

/**
 * The rows of a chain: its rules in order, or one row with the policy for a base chain without
 * rules.
 */
export function chainRows(
  chain: Chain,
  rules: (RuleBody & Pick<FirewallRule, "handle" | "rule">)[],
): FirewallRow[] {
  const direction = directions.get(chain.hook ?? "") ?? null;
  if (rules.length === 0 && chain.hook === null) return [];
  if (rules.length === 0)
    return [{ ...chain, ...emptyBody, rule_number: null, direction, handle: null, rule: null }];
  return rules.map((rule, index) => ({ ...chain, ...rule, rule_number: index + 1, direction }));
}
