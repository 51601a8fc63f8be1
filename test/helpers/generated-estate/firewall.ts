import type { Row } from "../../../src/tables/model/table.ts";
import { parseIptablesSave } from "../../../src/tables/parsers/firewall/iptables-save.ts";
import type { Firewall } from "./machine.ts";
import type { Random } from "./random.ts";

/** All ports in use: firewalls here distinguish clients, not ports. */
const ports = [22, 2222, 2375];

interface Terms {
  random: Random;
  /** "10.3.1" of the estate's subnets. */
  subnets: string[];
  addresses: string[];
}

export function createFirewall(terms: Terms): Firewall {
  const { random } = terms;
  return random.pick([
    none,
    none,
    none,
    open,
    bySubnet,
    bySubnet,
    byAddress,
    denying,
    saved,
    unclear,
    unread,
  ])(terms);
}

const none = (): Firewall => ({ rows: [], admits: () => true });

const open = (): Firewall => ({ rows: dropping([accepting("")]), admits: () => true });

function bySubnet({ random, subnets }: Terms): Firewall {
  const admitted = random.some(subnets, 1 + random.below(2));
  return {
    rows: dropping([accepting(admitted.map((subnet) => `${subnet}.0/24`).join(","))]),
    admits: (address) => admitted.some((subnet) => address.startsWith(`${subnet}.`)),
  };
}

function byAddress({ random, addresses }: Terms): Firewall {
  const admitted = random.some(addresses, 1 + random.below(3));
  return {
    rows: dropping(admitted.map((address) => accepting(address))),
    admits: (address) => admitted.includes(address),
  };
}

function denying({ random, addresses }: Terms): Firewall {
  const denied = random.some(addresses, 1 + random.below(3));
  const rules = denied.map((address) => ({
    ...accepting(address),
    action: "drop",
    rule: `ip saddr ${address} tcp dport { ${ports.join(", ")} } drop`,
  }));
  return {
    rows: rowsOf("accept", [...always, ...rules]),
    admits: (address) => !denied.includes(address),
  };
}

/** In the style of ufw: the decision is in a chain that is jumped to. */
function saved({ random, subnets }: Terms): Firewall {
  const admitted = random.pick(subnets);
  const text = [
    "*filter",
    ":INPUT DROP [0:0]",
    ":ufw-user-input - [0:0]",
    "-A INPUT -i lo -j ACCEPT",
    "-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT",
    "-A INPUT -j ufw-user-input",
    `-A ufw-user-input ! -s ${admitted}.0/24 -p tcp -j RETURN`,
    `-A ufw-user-input -p tcp -m multiport --dports ${ports.join(",")} -j ACCEPT`,
    "COMMIT",
  ].join("\n");
  return {
    rows: parseIptablesSave(text, "ip"),
    admits: (address) => address.startsWith(`${admitted}.`),
  };
}

/** The elements of a set aren't among the rules. */
const unclear = (): Firewall => ({ rows: dropping([accepting("@trusted")]), admits: () => null });

const unread = (): Firewall => ({ rows: null, admits: () => null });

function accepting(clients: string): Row {
  const list = clients.includes(",") ? `{ ${clients.replaceAll(",", ", ")} }` : clients;
  return {
    action: "accept",
    protocol: "tcp",
    src_ip: clients === "" ? null : clients,
    dst_port: ports.join(","),
    rule: `${clients === "" ? "" : `ip saddr ${list} `}tcp dport { ${ports.join(", ")} } accept`,
  };
}

const always: Row[] = [
  { action: "accept", state: "established,related", rule: "ct state established,related accept" },
  { action: "accept", iniface: "lo", rule: 'iifname "lo" accept' },
];

const dropping = (rules: Row[]): Row[] => rowsOf("drop", [...always, ...rules]);

function rowsOf(policy: string, rules: Row[]): Row[] {
  return rules.map((rule, at) => ({
    backend: "nft",
    family: "inet",
    table_name: "filter",
    chain: "input",
    hook: "input",
    direction: "in",
    policy,
    rule_number: at + 1,
    handle: at + 4,
    ...rule,
  }));
}
