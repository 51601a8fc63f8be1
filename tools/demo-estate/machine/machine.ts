import type { Row } from "../../../src/tables/model/table.ts";
import { createFileTree, type FileTree, type NodeFacts } from "../tree/file-tree.ts";
import type { Account, Group } from "./accounts.ts";
import { daysAgo } from "./clock.ts";
import type { Mount } from "./mounts.ts";
import type { Service } from "./services.ts";
import type { Session } from "./sockets.ts";

export interface MachineFacts {
  name: string;
  release: "debian-12" | "ubuntu-22.04" | "ubuntu-24.04";
  tags: Record<string, string>;
  /** The first is the primary address; the second, e.g. "203.0.113.5/28", is on the second interface. */
  addresses: string[];
  kernel: string;
  bootedAt: number;
  cores: number;
  memoryGiB: number;
  /** The hypervisor of a virtual machine, or the model of a laptop. */
  hardware: { vendor: string; model: string };
}

/** A Linux machine of the demo; roles and its host file fill it in. */
export interface Machine extends MachineFacts {
  tree: FileTree;
  accounts: Account[];
  groups: Group[];
  services: Service[];
  mounts: Mount[];
  /** SSH sessions that other machines have open here. */
  sessions: Session[];
  /** Rows of tables that no collector reads from files. */
  rows: Record<string, Row[]>;
}

export type Role = (machine: Machine) => void;

/** Creates a machine and applies the roles in order. */
export function describeMachine(facts: MachineFacts, ...roles: Role[]): Machine {
  const machine: Machine = {
    ...facts,
    tree: createFileTree(daysAgo(120) * 1000),
    accounts: [],
    groups: [],
    services: [],
    mounts: [],
    sessions: [],
    rows: {},
  };
  for (const role of roles) role(machine);
  return machine;
}

export interface FileFacts extends Omit<NodeFacts, "uid" | "gid"> {
  owner?: string;
  /** Default: the owner's primary group. */
  group?: string;
}

/** Writes a file (or whatever `type` says) that belongs to accounts by name. */
export function write(
  machine: Machine,
  path: string,
  { owner = "root", group, ...facts }: FileFacts,
) {
  const account = accountOf(machine, owner);
  const gid = group === undefined ? account.gid : groupId(machine, group);
  machine.tree.put(path, { ...facts, uid: account.uid, gid });
}

/** That of a compiled program, of which no other is a copy. */
export const programContent = (path: string): string => `\x7fELF ${path}`;

export const folder = (machine: Machine, path: string, facts: FileFacts = {}) =>
  write(machine, path, { ...facts, type: "folder" });

export function accountOf(machine: Machine, name: string): Account {
  const account = machine.accounts.find((one) => one.name === name);
  if (!account) throw new Error(`${machine.name} has no account ${name}`);
  return account;
}

export function groupId(machine: Machine, name: string): number {
  const group = machine.groups.find((one) => one.name === name);
  if (!group) throw new Error(`${machine.name} has no group ${name}`);
  return group.gid;
}

export function addRows(machine: Pick<Machine, "rows">, table: string, ...rows: Row[]): void {
  machine.rows[table] = [...(machine.rows[table] ?? []), ...rows];
}
