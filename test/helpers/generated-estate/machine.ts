import type { Row } from "../../../src/tables/model/table.ts";
import type { Random } from "./random.ts";

/** Tables as an agent sends them; null: the table could not be read. */
export type Rows = Record<string, Row[] | null>;

export interface Account {
  name: string;
  uid: number;
  gid: number;
  shell: string;
  directory: string;
}

export interface Group {
  name: string;
  gid: number;
  members: string[];
}

export interface Address {
  address: string;
  interface: string;
  /** "10.3.1" of 10.3.1.0/24. */
  subnet: string;
}

/** How sshd treats logins to one account. */
export interface Login {
  /** Why logins are refused; "": they aren't. */
  refusal: string;
  /** Only these clients are admitted; "": all. */
  subnet: string;
  command: string;
  /** What it asks for in addition to a key. */
  asks: string;
  emptyPassword: boolean;
}

export interface Server {
  runs: boolean;
  port: number;
  /** Addresses it listens on: "0.0.0.0", "127.0.0.1" or one of the machine's. */
  listens: string;
  /** A list of revoked keys, which no agent reads. */
  revokes: boolean;
  logins: Map<string, Login>;
}

export interface Firewall {
  rows: Row[] | null;
  /** The firewall's verdict; null if its rules don't show it. */
  admits(address: string): boolean | null;
}

export interface Outgoing {
  rows: Row[];
  /** Whether a connection to the address gets out; null if the rules don't show it. */
  lets(address: string): boolean | null;
}

/** The truth about one host; `rows` is what plants and noise have added. */
export interface Machine {
  hostname: string;
  agentId: string;
  addresses: Address[];
  accounts: Account[];
  groups: Group[];
  server: Server;
  firewall: Firewall;
  outgoing: Outgoing;
  rows: Record<string, Row[]>;
  /** Things that can exist only once and are in use. */
  taken: Set<string>;
}

export const root: Account = {
  name: "root",
  uid: 0,
  gid: 0,
  shell: "/bin/bash",
  directory: "/root",
};

const people = ["alice", "bob", "carol", "dave", "erin", "frank", "grace"];
const services = ["deploy", "app", "ci", "postgres"];
const noLogin = "/usr/sbin/nologin";

export function createAccounts(random: Random): Account[] {
  const names = [...random.some(people, 1 + random.below(3)), random.pick(services)];
  const first = 1001 + random.below(50);
  const daemon = { uid: 33, gid: 33, shell: noLogin, directory: "/var/www" };
  return [
    root,
    ...names.map((name, at) => ({
      name,
      uid: first + at,
      gid: first + at,
      shell: "/bin/bash",
      directory: `/home/${name}`,
    })),
    { name: "www-data", ...daemon },
  ];
}

export function accountOf({ accounts }: Machine, name: string): Account {
  return accounts.find((account) => account.name === name)!;
}

/** Names of all accounts except root. */
export const ordinary = ({ accounts }: Machine): string[] =>
  accounts.filter(({ uid }) => uid !== 0).map(({ name }) => name);

/** Adds a new group with these members. */
export function addGroup(machine: Machine, name: string, members: string[]): Group {
  const group = { name, gid: 2001 + machine.groups.length, members };
  machine.groups.push(group);
  return group;
}

export function addRow({ rows }: Machine, table: string, row: Row): void {
  rows[table] ??= [];
  rows[table].push(row);
}
