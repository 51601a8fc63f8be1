import type { Row } from "../../../src/tables/model/table.ts";
import type { Outgoing } from "./machine.ts";
import type { Random } from "./random.ts";

interface Terms {
  random: Random;
  /** "10.3.1" of the estate's subnets. */
  subnets: string[];
  addresses: string[];
}

/** What a machine's own firewall does with the connections it makes to other machines. */
export function createOutgoing(terms: Terms): Outgoing {
  const { random } = terms;
  return random.pick([none, none, none, none, none, toSubnet, denying, byAccount])(terms);
}

const none = (): Outgoing => ({ rows: [], lets: () => true });

function toSubnet({ random, subnets }: Terms): Outgoing {
  const subnet = random.pick(subnets);
  return {
    rows: rowsOf("drop", [
      { action: "accept", dst_ip: `${subnet}.0/24`, rule: `ip daddr ${subnet}.0/24 accept` },
    ]),
    lets: (address) => address.startsWith(`${subnet}.`),
  };
}

function denying({ random, addresses }: Terms): Outgoing {
  const denied = random.pick(addresses);
  return {
    rows: rowsOf("accept", [
      {
        action: "reject",
        protocol: "tcp",
        dst_ip: denied,
        rule: `ip daddr ${denied} meta l4proto tcp reject with tcp reset`,
      },
    ]),
    lets: (address) => address !== denied,
  };
}

/** Which accounts a rule is about is not evaluated. */
const byAccount = (): Outgoing => ({
  rows: rowsOf("accept", [{ action: "drop", rule: "meta skuid 1001 drop" }]),
  lets: () => null,
});

const loopback: Row = { action: "accept", outiface: "lo", rule: 'oifname "lo" accept' };

const answers: Row = {
  action: "accept",
  state: "established,related",
  rule: "ct state established,related accept",
};

const rowsOf = (policy: string, rules: Row[]): Row[] =>
  [loopback, answers, ...rules].map((rule, at) => ({
    backend: "nft",
    family: "inet",
    table_name: "filter",
    chain: "output",
    hook: "output",
    direction: "out",
    policy,
    rule_number: at + 1,
    handle: at + 104,
    ...rule,
  }));
