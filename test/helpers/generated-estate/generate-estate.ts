import { type Chain, plantChain } from "./chains.ts";
import type { Rows } from "./machine.ts";
import { createSite } from "./network.ts";
import { addNoise } from "./noise.ts";
import { createRandom } from "./random.ts";
import { rowsOf } from "./rows-of.ts";
import { type Gains, gainsIn, reachableFrom } from "./steps-of-estate.ts";

export interface GeneratedHost {
  agent_id: string;
  hostname: string;
  addresses: string[];
  accounts: string[];
  containers: string[];
  rows: Rows;
}

/** An estate and the truth about it. */
export interface GeneratedEstate {
  hosts: GeneratedHost[];
  chains: Chain[];
  decoys: Chain[];
  /** Kinds of steps and blocks. */
  planted: Set<string>;
  /** "root@web-1" for whoever has "alice@web-1", say. */
  gains: Gains;
  /** Everything reachable from a start by certain steps. */
  reachableFrom(start: string): Set<string>;
}

/** Generates the estate of a seed: one to four chains, two to six decoys, and noise. */
export function generateEstate(seed: number): GeneratedEstate {
  const random = createRandom(seed);
  const site = createSite(random);
  const chains = Array.from({ length: 1 + random.below(4) }, () => plantChain(site, false));
  const decoys = Array.from({ length: 2 + random.below(5) }, () => plantChain(site, true));
  for (const machine of site.machines) addNoise(random, machine);
  const gains = gainsIn(site);
  return {
    chains,
    decoys,
    gains,
    planted: site.planted,
    reachableFrom: (start) => reachableFrom(gains, start),
    hosts: site.machines.map((machine) => ({
      agent_id: machine.agentId,
      hostname: machine.hostname,
      addresses: machine.addresses.map(({ address }) => address),
      accounts: machine.accounts.map(({ name }) => name),
      containers: (machine.rows.docker_containers ?? []).map(({ name }) => String(name)),
      rows: rowsOf(site, machine),
    })),
  };
}
