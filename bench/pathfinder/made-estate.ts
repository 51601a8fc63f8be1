import { createPairTable, type EdgePairs } from "../../src/brain/pathfinder/graph/edge-pairs.ts";
import {
  createMultigraph,
  type EdgeColumns,
  type Multigraph,
} from "../../src/brain/pathfinder/graph/multigraph.ts";
import { createWalk } from "../../src/brain/pathfinder/graph/walk.ts";
import type { WalkGraph } from "../../src/brain/pathfinder/graph/walk-graph.ts";
import { createRandom, type Random } from "./random.ts";

export const hostCount = 10_000;
export const accountsOfHost = 12;
const hostsOfSubnet = 100;
const keyCount = 40_000;
/** One host in this many admits no login at all. */
const sealedEvery = 20;

const rules = { impersonates: 0, local: 1, network: 2, password: 3, holds: 4, opens: 5 };

export interface MadeEstate {
  graph: Multigraph;
  /** The graph to search; `ends` may be keys. */
  walk(): WalkGraph;
  /** The nodes of a host's accounts, root first. */
  accountsOf(host: number): number[];
  isSealed(host: number): boolean;
  /** The fix of an edge; the accounts of one sudo rule share theirs; -1: no fault. */
  fixOf(edge: number): number;
  /** Replaces a host's edges with others of the same kind. */
  replaceHost(host: number): void;
}

/**
 * Ten thousand hosts and a million edges: on each host root may act as any account and some
 * accounts may become root; keys are held and accepted on several hosts, half of them only from one
 * subnet; passwords are accepted over the network. Each key is used by a person, a team or the
 * whole fleet.
 */
export function makeEstate(seed: number): MadeEstate {
  const random = createRandom(seed);
  const graph = createMultigraph();
  let crossings: EdgePairs | null = null;
  const users = addNodes(graph, hostCount * accountsOfHost);
  const keys = addNodes(graph, keyCount);
  const services = addNodes(graph, hostCount);
  const subnets = addNodes(graph, hostCount / hostsOfSubnet);
  const anywhere = graph.addNode();

  const subnetOf = (host: number) => Math.floor(host / hostsOfSubnet);
  const isSealed = (host: number) => host % sealedEvery === 0;
  const user = (host: number, account: number) => users + host * accountsOfHost + account;
  const someUser = (host: number) => user(host, 1 + random.int(accountsOfHost - 1));

  function addHost(host: number): void {
    const add = (edge: Pick<EdgeColumns, "from" | "to" | "cost" | "rule"> & { guard?: number }) =>
      graph.addEdge({ owner: host, state: "proven", row: 0, guard: -1, ...edge });
    for (let account = 1; account < accountsOfHost; account++) {
      add({ from: user(host, 0), to: user(host, account), cost: 1, rule: rules.impersonates });
    }
    for (let count = 0; count < 15; count++) {
      const to = random.chance(0.4) ? user(host, 0) : someUser(host);
      add({ from: someUser(host), to, cost: 1 + random.int(4), rule: rules.local });
    }
    for (let account = 0; account < accountsOfHost; account++) {
      const to = account % 2 ? anywhere : subnets + subnetOf(host);
      add({ from: user(host, account), to, cost: 2, rule: rules.network });
    }
    for (let count = 0; count < 25; count++) {
      const from = random.chance(0.2) ? user(host, 0) : someUser(host);
      add({ from, to: keys + someKey(random), cost: 1 + 2 * random.int(2), rule: rules.holds });
    }
    if (!isSealed(host)) addLogins(host, add);
  }

  function addLogins(
    host: number,
    add: (edge: Pick<EdgeColumns, "from" | "to" | "cost" | "rule"> & { guard?: number }) => number,
  ): void {
    const open = random.chance(0.3) ? anywhere : subnets + subnetOf(host);
    add({ from: open, to: services + host, cost: 1, rule: rules.network });
    for (let count = 0; count < 4; count++) {
      add({ from: services + host, to: someUser(host), cost: 6, rule: rules.password });
    }
    for (let count = 0; count < 34; count++) {
      const to = random.chance(0.1) ? user(host, 0) : someUser(host);
      const guard = random.chance(0.5) ? -1 : subnetOf(random.int(hostCount));
      add({ from: keys + someKey(random), to, cost: 1, rule: rules.opens, guard });
    }
  }

  function crossingsNow(): EdgePairs {
    crossings ??= createPairTable(graph, {
      codeOf: () => 0,
      sourceOf: (through) => subnetOf(graph.owner(through)),
      guardOf: graph.guard,
      passCode: (subnet, guard) => (guard < 0 || subnet === guard ? 0 : -1),
      passCodes: 1,
    }).listed(new Int32Array(1));
    return crossings;
  }

  for (let host = 0; host < hostCount; host++) addHost(host);
  return {
    graph,
    isSealed,
    accountsOf: (host) => Array.from({ length: accountsOfHost }, (_, at) => user(host, at)),
    fixOf(edge) {
      const rule = graph.rule(edge);
      if (rule === rules.impersonates || rule === rules.network) return -1;
      // Edges are numbered from 0, the shared ones last.
      if (rule === rules.local && edge % 3 === 0) return graph.edges + graph.owner(edge);
      return edge;
    },
    replaceHost(host) {
      crossings = null;
      graph.removeEdgesOf(host);
      addHost(host);
    },
    walk: () =>
      createWalk(graph, {
        isTransit: (node) => node >= keys && node < services,
        edgePairs: crossingsNow(),
        surcharge: () => 0,
        nodeAllowed: () => true,
        mayStartIn: () => false,
        mayEndIn: () => false,
      }),
  };
}

/** Adds `count` nodes; returns the first. */
function addNodes(graph: Multigraph, count: number): number {
  const first = graph.nodes;
  for (let at = 0; at < count; at++) graph.addNode();
  return first;
}

/** A key of the fleet, a team or a person. */
function someKey(random: Random): number {
  const share = random.int(100);
  if (share < 1) return random.int(5);
  if (share < 20) return 5 + random.int(300);
  return 305 + random.int(keyCount - 305);
}
