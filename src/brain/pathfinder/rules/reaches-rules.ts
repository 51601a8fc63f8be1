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

function ruleOf(title: string, description: string, tells: string): EdgeRule {
  return { ...shape, attack: [...shape.attack], title, description, tells };
}

/** What hops over the network are told by: no host has rows of them, two hosts' facts make them. */
const rules = {
  flows: ruleOf(
    "A connection was seen",
    "A connection to this port from the host in question was open when the facts were read.",
    "{origin} reaches {to}: a connection between {local_address} and {remote_address} was open.",
  ),
  addresses: ruleOf(
    "Both are in one subnet",
    "The host listens on an address of a subnet that the other is in, and its firewall lets it in.",
    "{origin} reaches {to}: it is in the subnet of {address} ({mask}), and let in.",
  ),
  listeners: ruleOf(
    "A port that listens",
    "The host listens on the port; whether packets get there is known from nothing else.",
    "{origin} reaches {to}, which listens on {address} port {port}.",
  ),
  inbound_filters: ruleOf(
    "A firewall turns it away",
    "The host's own firewall does not let the other in.",
    "{origin} would reach {to}, but for its firewall: {rule}",
  ),
  unseen: ruleOf(
    "A port that is assumed",
    "Nothing is known of how the port is reached.",
    "{origin} reaches {to}, as far as is known.",
  ),
};

/** The rule that the graph's own edges of the network have. */
export const reachesRule: EdgeRule = rules.listeners;

/** The facts that show whether a port is reached. */
export type ReachFact = "listeners" | "inbound_filters" | "addresses" | "flows";

/** The rule of a hop that `fact` proves; null: no fact does. */
export function reachesRuleFor(fact: ReachFact | null): EdgeRule {
  return rules[fact ?? "unseen"];
}
