import type { HostFacts } from "../../src/brain/pathfinder/model/types.ts";
import { type HostSketch, hostFacts } from "../../test/helpers/estate.ts";
import { createRandom, type Random } from "./random.ts";

export const hostsOfSubnet = 100;
export const accountsOfHost = 12;
const keyCount = 40_000;
/** One host in this many admits no login at all. */
const sealedEvery = 20;

type Rows = NonNullable<HostSketch["rows"]>[string];

export const nameOf = (host: number): string => `h${host}`;
export const isSealed = (host: number): boolean => host % sealedEvery === 0;
export const accountOf = (account: number): string => (account === 0 ? "root" : `u${account}`);

const subnetOf = (host: number) => Math.floor(host / hostsOfSubnet);
const addressOf = (host: number) => `10.${subnetOf(host)}.1.${(host % hostsOfSubnet) + 1}`;
const blockOf = (subnet: number) => `10.${subnet}.1.0/24`;

/**
 * The rule results of one of `hosts` hosts, about a hundred edges: root may act as any account and
 * some accounts may become root; keys are held and accepted, half of them only from one subnet;
 * passwords are accepted over the network. Three firewalls in four admit only the host's own subnet
 * and the bastions'. One host in five has rules for what it sends. A key belongs to the fleet, a team
 * or a person.
 */
export function madeFacts(
  host: number,
  { hosts, seed }: { hosts: number; seed: number },
): HostFacts {
  const random = createRandom(seed + host * 7_919);
  const listening = isSealed(host) ? [80, 9100] : [22, 80, 9100];
  return hostFacts(nameOf(host), {
    rows: {
      addresses: [{ address: addressOf(host), mask: "255.255.255.0", interface: "eth0" }],
      listeners: listening.map((port) => ({ address: "0.0.0.0", port, protocol: 6 })),
      inbound_filters: random.chance(0.25) ? [] : filterOf(host, { hosts, random }),
      outbound_filters: random.chance(0.8) ? [] : outgoingOf(host, { hosts, random }),
      flows: times(8, () => flow(host, { hosts, random })),
      logins: times(accountsOfHost, (account) => ({ username: accountOf(account) })),
      impersonates: times(accountsOfHost - 1, (at) => ({ from: "root", to: accountOf(at + 1) })),
      sudo_root: times(15, () => sudo(random)),
      holds_key: times(34, () => ({ from: someAccount(random, 0.2), to: someKey(random) })),
      runs_as: [80, 9100].map((port) => ({
        from: `${port}/tcp`,
        to: accountOf(1),
        port,
        state: "inferred",
        why: "a flaw in it",
      })),
      ...(isSealed(host) ? {} : logins(random, hosts)),
    },
  });
}

function logins(random: Random, hosts: number): Record<string, Rows> {
  return {
    password_login: times(4, () => ({
      from: "22/tcp",
      to: someAccount(random, 0),
      port: 22,
      state: "conditional",
      why: "the account's password",
    })),
    key_opens: times(36, () => ({
      from: someKey(random),
      to: someAccount(random, 0.1),
      port: 22,
      admits: random.chance(0.5) ? "" : blockOf(subnetOf(random.int(hosts))),
    })),
  };
}

function sudo(random: Random): Rows[number] {
  const asks = random.chance(0.5);
  return {
    from: someAccount(random, 0),
    to: someAccount(random, 0.4),
    state: asks ? "conditional" : "proven",
    why: asks ? "the account's own password" : null,
    fix: random.chance(0.3) ? "%admins" : "",
  };
}

function filterOf(host: number, { hosts, random }: { hosts: number; random: Random }): Rows {
  const bastions = 7 % Math.ceil(hosts / hostsOfSubnet);
  const admitted = [blockOf(subnetOf(host)), blockOf(bastions)];
  // One in twenty admits one other host.
  if (random.chance(0.05)) admitted.push(addressOf(random.int(hosts)));
  return admitted.map((block) => ({
    backend: "nft",
    family: "inet",
    table_name: "filter",
    chain: "input",
    hook: "input",
    policy: "drop",
    action: "accept",
    src_ip: block,
    rule: `ip saddr ${block} accept`,
  }));
}

/** Only to the subnets of a few services, or everywhere but to one subnet. */
function outgoingOf(host: number, { hosts, random }: { hosts: number; random: Random }): Rows {
  const subnets = Math.ceil(hosts / hostsOfSubnet);
  const [policy, action] = random.chance(0.5) ? ["drop", "accept"] : ["accept", "drop"];
  const blocks = policy === "drop" ? [subnetOf(host), 7 % subnets] : [random.int(subnets)];
  const chain = {
    backend: "nft",
    family: "inet",
    table_name: "filter",
    chain: "output",
    hook: "output",
    policy,
  };
  const answers = {
    action: "accept",
    state: "established,related",
    rule: "ct state established,related accept",
  };
  const rules = blocks.map(blockOf).map((block) => ({
    action,
    dst_ip: block,
    rule: `ip daddr ${block} ${action}`,
  }));
  return [answers, ...rules].map((rule) => ({ ...chain, ...rule }));
}

function flow(host: number, { hosts, random }: { hosts: number; random: Random }): Rows[number] {
  const outward = random.chance(0.5);
  return {
    local_address: addressOf(host),
    local_port: outward ? 40_000 + random.int(20_000) : 22,
    remote_address: addressOf(random.int(hosts)),
    remote_port: outward ? 22 : 40_000 + random.int(20_000),
  };
}

const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

const someAccount = (random: Random, rootShare: number) =>
  accountOf(random.chance(rootShare) ? 0 : 1 + random.int(accountsOfHost - 1));

function someKey(random: Random): string {
  const share = random.int(100);
  if (share < 1) return `SHA256:fleet${random.int(5)}`;
  if (share < 20) return `SHA256:team${random.int(300)}`;
  return `SHA256:person${random.int(keyCount)}`;
}
