import { createFirewall } from "./firewall.ts";
import {
  type Account,
  type Address,
  createAccounts,
  type Login,
  type Machine,
  type Server,
} from "./machine.ts";
import { createOutgoing } from "./outgoing.ts";
import type { Random } from "./random.ts";
import type { Place, Site } from "./site.ts";

const roles = [
  "web",
  "app",
  "db",
  "ci",
  "jump",
  "mail",
  "files",
  "git",
  "log",
  "cache",
  "mon",
  "vpn",
];

/** Machines in a few subnets, and which of them can connect to which. */
export function createSite(random: Random): Site {
  const subnets = ["10.4.1", "10.4.2", "10.4.3"].slice(0, 1 + random.below(3));
  const count = random.pick([4, 4, 4, 4, 5, 5, 6, 7, 8, 12]);
  const names = roles.slice(0, count).map((role) => `${role}-1`);
  const addresses = names.map((_, at) => addressesOf(random, subnets, at));
  const all = addresses.flat().map(({ address }) => address);
  const machines = names.map((hostname, at) => {
    const accounts = createAccounts(random);
    return {
      hostname,
      agentId: `agent-${hostname}`,
      addresses: addresses[at]!,
      accounts,
      groups: [],
      server: createServer(random, { accounts, addresses: addresses[at]! }),
      firewall: createFirewall({ random, subnets, addresses: all }),
      outgoing: createOutgoing({ random, subnets, addresses: all }),
      rows: {},
      taken: new Set<string>(),
    };
  });
  const site: Site = {
    random,
    machines,
    flows: [],
    steps: new Map(),
    held: [],
    openings: [],
    services: [],
    planted: new Set(),
    number: 0,
  };
  addFlows(site);
  return site;
}

function addressesOf(random: Random, subnets: string[], at: number): Address[] {
  return random.some(subnets, random.chance(0.2) ? 2 : 1).map((subnet, place) => ({
    address: `${subnet}.${10 + at}`,
    interface: `eth${place}`,
    subnet,
  }));
}

interface Own {
  accounts: Account[];
  addresses: Address[];
}

function createServer(random: Random, { accounts, addresses }: Own): Server {
  const own = addresses.map(({ address }) => address);
  const rootRefusal = random.chance(0.15) ? "PermitRootLogin no" : "";
  const loginOf = ({ name, shell }: Account): Login => ({
    refusal: shell === "/bin/bash" ? (name === "root" ? rootRefusal : "") : `shell ${shell}`,
    subnet: "",
    command: "",
    asks: "",
    emptyPassword: false,
  });
  return {
    runs: !random.chance(0.06),
    port: random.chance(0.15) ? 2222 : 22,
    listens: random.pick(["0.0.0.0", "0.0.0.0", "0.0.0.0", "0.0.0.0", "127.0.0.1", ...own]),
    revokes: random.chance(0.06),
    logins: new Map(accounts.map((account) => [account.name, loginOf(account)])),
  };
}

function addFlows({ random, machines, flows }: Site): void {
  for (let many = random.below(machines.length); many > 0; many--) {
    const [from, to] = random.some(machines, 2);
    const { address } = random.pick(from!.addresses);
    const isPossible =
      to!.server.runs &&
      to!.firewall.admits(address) !== false &&
      to!.addresses.some((one) => from!.outgoing.lets(one.address) !== false);
    if (isPossible && to!.server.listens !== "127.0.0.1")
      flows.push({ from: from!, address, to: to!, port: to!.server.port });
  }
}

export interface Port {
  machine: Machine;
  port: number;
  /** "0.0.0.0", "127.0.0.1" or an address. */
  listens: string;
}

/** The machine's own addresses from which it surely reaches a port; loopback for its own ports. */
export function sourcesFor(site: Site, from: Machine, to: Port): string[] {
  const own = from.addresses.map(({ address }) => address);
  // An unreadable firewall may even block the machine's own connections.
  if (from === to.machine) return from.firewall.rows === null ? [] : ["127.0.0.1", ...own];
  return own.filter((address) => isKnownToReach(site, { from, address }, to));
}

function isKnownToReach(
  { flows }: Site,
  { from, address }: { from: Machine; address: string },
  { machine, port, listens }: Port,
): boolean {
  const admitted = machine.firewall.admits(address);
  if (listens === "127.0.0.1" || admitted === false) return false;
  const served = machine.addresses.filter(
    (one) => listens === "0.0.0.0" || listens === one.address,
  );
  if (from.firewall.rows === null || !served.every((one) => from.outgoing.lets(one.address)))
    return false;
  const wasSeen = flows.some(
    (flow) =>
      flow.from === from && flow.address === address && flow.to === machine && flow.port === port,
  );
  if (wasSeen) return true;
  return admitted === true && served.some(({ subnet }) => address.startsWith(`${subnet}.`));
}

/** The port of the machine's sshd; null if none runs. */
export function sshPort({ machine }: Pick<Place, "machine">): Port | null {
  const { runs, port, listens } = machine.server;
  return runs ? { machine, port, listens } : null;
}
