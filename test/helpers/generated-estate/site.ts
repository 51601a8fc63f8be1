import type { Account, Machine } from "./machine.ts";
import type { Random } from "./random.ts";

/** An account somewhere. */
export interface Place {
  machine: Machine;
  account: string;
}

export const nameOf = ({ machine, account }: Place): string => `${account}@${machine.hostname}`;

/** Something that sshd takes, in the hands of an account. */
export interface Held {
  place: Place;
  fingerprint: string;
  /** Of a certificate: whom it is for; null of a key or an authority, which sign for anybody. */
  principals: string[] | null;
}

/** An account that takes it. */
export interface Opening {
  place: Place;
  fingerprint: string;
  /** Of an authority: the names its certificates need one of. */
  principals: string[] | null;
  /** What stands beside it lets in who comes from there. */
  admits(address: string): boolean;
}

/** An estate in the making, and all that is true of it. */
export interface Site {
  random: Random;
  machines: Machine[];
  /** Connections that were open when the hosts were looked at. */
  flows: { from: Machine; address: string; to: Machine; port: number }[];
  /** Whoever has the first has the second. */
  moves: Map<string, Set<string>>;
  held: Held[];
  openings: Opening[];
  /** Places from which anybody that gets there has an account. */
  services: { machine: Machine; port: number; listens: string; account: string }[];
  /** Kinds of steps and cuts that were planted. */
  planted: Set<string>;
  number: number;
}

export function nextName(site: Site): string {
  site.number++;
  return `p${site.number}`;
}

export function addMoves(site: Site, machine: Machine, from: string[], to: string): void {
  for (const account of from.filter((each) => each !== to)) {
    const name = nameOf({ machine, account });
    const targets = site.moves.get(name) ?? new Set();
    site.moves.set(name, targets.add(nameOf({ machine, account: to })));
  }
}

/** One step of a chain: what it plants, and how it can be cut. */
export interface Step {
  kind: string;
  cuts: readonly string[];
  /** Whether it can be planted there. */
  fits?(place: Place): boolean;
  /** Names of the accounts that become `to` by it. */
  plant(planting: Planting): string[];
}

export interface Planting {
  site: Site;
  machine: Machine;
  /** Who it is for. */
  account: Account;
  to: string;
  name: string;
  /** Null: nothing keeps it from working. */
  cut: string | null;
}
