import type { EdgeRule } from "./edge-rule.ts";

const shape = {
  id: "reaches",
  edge: "Reaches",
  from: "network",
  to: "service",
  cost: 1,
  attack: ["T1021"],
  remediation: null,
  platforms: {},
} as const;

function ruleOf(title: string, description: string, sentence: string): EdgeRule {
  return { ...shape, attack: [...shape.attack], title, description, sentence };
}

/** The rules of hops over the network, derived from two hosts' facts instead of a host's rows. */
const rules = {
  flows: ruleOf(
    "Connection observed",
    "A connection from the source host to this port was open when the facts were collected.",
    "{origin} reaches {to}: a connection between {local_address} and {remote_address} was open.",
  ),
  addresses: ruleOf(
    "Same subnet",
    "The host listens on an address in the source host's subnet, and its firewall admits the source.",
    "{origin} reaches {to}: it is in the subnet of {address} ({mask}), and admitted.",
  ),
  listeners: ruleOf(
    "Listening port",
    "The host listens on the port; no other fact shows whether packets reach it.",
    "{origin} reaches {to}, which listens on {address} port {port}.",
  ),
  inbound_filters: ruleOf(
    "Blocked by a firewall",
    "The host's own firewall blocks the source.",
    "{origin} would reach {to}, but its firewall blocks it: {rule}",
  ),
  redirected: ruleOf(
    "Redirected port",
    "A rule of the host's firewall redirects connections to another port there.",
    "{origin} reaches {to} over port {dst_port}, which the host redirects there: {rule}",
  ),
  outbound_filters: ruleOf(
    "Blocked by the source's own firewall",
    "The source host's own firewall rules or routes block its outgoing connections to the port.",
    "{origin} would reach {to}, but outgoing connections are blocked: {rule}",
  ),
  unseen: ruleOf(
    "Assumed port",
    "No fact shows whether the port is reached.",
    "{origin} reaches {to}, as far as is known.",
  ),
};

/** The rule of the graph's own network edges. */
export const reachesRule: EdgeRule = rules.listeners;

/** The facts that can prove or refute that a port is reached. */
export type ReachFact =
  | "listeners"
  | "inbound_filters"
  | "outbound_filters"
  | "addresses"
  | "flows";

/** The rule of a hop that `fact` proves or refutes, over another port or not; null: no fact does. */
export function reachesRuleFor(fact: ReachFact | null, isRedirected: boolean): EdgeRule {
  return isRedirected ? rules.redirected : rules[fact ?? "unseen"];
}
