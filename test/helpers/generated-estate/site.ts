import type { Account, Machine } from "./machine.ts";
import type { Random } from "./random.ts";

/** An account on a machine. */
export interface Place {
  machine: Machine;
  account: string;
}

export const nameOf = ({ machine, account }: Place): string => `${account}@${machine.hostname}`;

/** A credential for sshd that an account holds. */
export interface Held {
  place: Place;
  fingerprint: string;
  /** The principals of a certificate; null for a key or an authority, which signs for anyone. */
  principals: string[] | null;
}

/** An account that accepts a credential. */
export interface Opening {
  place: Place;
  fingerprint: string;
  /** For an authority: its certificates need one of these principals. */
  principals: string[] | null;
  /** Whether the options beside it admit a client from there. */
  admits(address: string): boolean;
}

/** An estate under construction, and the truth about it. */
export interface Site {
  random: Random;
  machines: Machine[];
  /** Connections that were open when the hosts were collected. */
  flows: { from: Machine; address: string; to: Machine; port: number }[];
  /** Whoever controls the first also controls the second. */
  steps: Map<string, Set<string>>;
  held: Held[];
  openings: Opening[];
  /** Services that give an account to anyone who reaches them. */
  services: { machine: Machine; port: number; listens: string; account: string }[];
  /** Kinds of steps and blocks that were planted. */
  planted: Set<string>;
  number: number;
}

export function nextName(site: Site): string {
  site.number++;
  return `p${site.number}`;
}

export function addSteps(site: Site, machine: Machine, from: string[], to: string): void {
  for (const account of from.filter((each) => each !== to)) {
    const name = nameOf({ machine, account });
    const targets = site.steps.get(name) ?? new Set();
    site.steps.set(name, targets.add(nameOf({ machine, account: to })));
  }
}

/** One step of a chain: what it plants, and how it can be blocked. */
export interface Step {
  kind: string;
  cuts: readonly string[];
  /** Whether it can be planted there. */
  fits?(place: Place): boolean;
  /** Plants the step; returns the names of the accounts that become `to` by it. */
  plant(planting: Planting): string[];
}

export interface Planting {
  site: Site;
  machine: Machine;
  /** The account it is planted for. */
  account: Account;
  to: string;
  name: string;
  /** Null: nothing blocks it. */
  cut: string | null;
}
