import { expect, test } from "vitest";
import { createRandom } from "../../../../../bench/pathfinder/random.ts";
import type { EdgePairs } from "../../../../../src/brain/pathfinder/graph/edge-pairs.ts";
import { createEstateGraph } from "../../../../../src/brain/pathfinder/model/estate-graph.ts";
import type { HostFacts, PathOutcome } from "../../../../../src/brain/pathfinder/model/types.ts";
import { createEstate } from "../../../../../src/brain/pathfinder/query/create-estate.ts";
import { createReachStates } from "../../../../../src/brain/pathfinder/reachability/reach-states.ts";
import { reachFrom, reachInto } from "../../../../../src/brain/pathfinder/search/find-reachable.ts";
import {
  createDerivedStates,
  derivedStates,
} from "../../../../../src/brain/pathfinder/traversal/derived-states.ts";
import {
  createEdgeStates,
  edgeCodes,
} from "../../../../../src/brain/pathfinder/traversal/edge-states.ts";
import { hubNetwork } from "../../../../../src/brain/pathfinder/traversal/hub-network.ts";
import { pairwiseNetwork } from "../../../../../src/brain/pathfinder/traversal/pairwise-network.ts";
import { passCodes } from "../../../../../src/brain/pathfinder/traversal/passes.ts";
import { createTraversal } from "../../../../../src/brain/pathfinder/traversal/traversal.ts";
import { asking, sketchFacts, sketchRules } from "../../../../helpers/estate.ts";
import { walkOverNetwork } from "../../../../helpers/network-walk.ts";
import { variedFacts } from "../../../../helpers/varied-facts.ts";

const hosts = 60;
const budget = { deadlineMs: 1, nowMs: () => 0, maxExamined: 10_000_000 };
const everything = () => true;

type Estate = ReturnType<typeof createEstateGraph>;

/** Hosts change, go and come back; now and then all of them are derived anew. */
function changed(
  estate: Estate,
  { round, random }: { round: number; random: ReturnType<typeof createRandom> },
) {
  for (let count = 0; count < 3; count++) {
    const host = random.int(hosts);
    if (random.chance(0.2)) estate.remove(`agt_h${host}`);
    else {
      const facts = variedFacts(host, { hosts, seed: 3 + (random.chance(0.5) ? 0 : round) });
      if (random.chance(0.3)) facts.results.get("listeners")!.rows.length = 1;
      estate.replace(facts);
    }
  }
}

function edgesOf({ graph, hosts: all }: Estate): number[] {
  const edges: number[] = [];
  for (const { slot } of all.values())
    for (let edge = graph.firstOf(slot); edge >= 0; edge = graph.nextOf(edge)) edges.push(edge);
  return edges;
}

test("what is derived is the same after changes of hosts as derived anew", () => {
  const random = createRandom(11);
  const estate = createEstateGraph(sketchRules);
  for (let host = 0; host < hosts; host++) estate.replace(variedFacts(host, { hosts, seed: 3 }));
  const first = derivedStates(estate);
  let mended = 0;
  for (let round = 1; round <= 15; round++) {
    changed(estate, { round, random });
    const known = derivedStates(estate);
    mended += +(known === first);
    const fresh = createReachStates(estate);
    const freshEdges = createEdgeStates(estate, fresh);
    const slots = [-1, ...Array.from(estate.hosts.values(), ({ slot }) => slot)];
    for (const edge of edgesOf(estate)) {
      expect(known.edgeStates.codeOf(edge)).toBe(freshEdges.codeOf(edge));
      const [own, other] = [known.reachStates.accessGuards.of(edge), fresh.accessGuards.of(edge)];
      if (own < 0 || edge % 2 !== 0) continue;
      const codes = slots.map((slot) => known.reachStates.codeOf(slot, own));
      expect(codes).toEqual(slots.map((slot) => fresh.codeOf(slot, other)));
    }
  }
  expect(mended).toBeGreaterThan(5);
});

const codes = Int32Array.from({ length: edgeCodes * passCodes }, (_, code) => code);

/** What each edge leads to and comes from through transit nodes, with the codes as costs. */
function pairsOf(estate: Estate, { after, before }: EdgePairs): string[] {
  const found: string[] = [];
  const note = (node: number, cost: number, edge: number, through: number) =>
    found.push(`${node} ${cost} ${edge} ${through}`);
  for (const edge of edgesOf(estate)) {
    if (estate.nodes.type(estate.graph.to(edge)) === "key") after(edge, 1, note, everything);
    if (estate.nodes.type(estate.graph.from(edge)) === "key") before(edge, 1, note, everything);
  }
  return found.sort();
}

test("pairs and network steps are those of the hosts as they are", () => {
  const random = createRandom(12);
  const estate = createEstateGraph(sketchRules);
  for (let host = 0; host < hosts; host++) estate.replace(variedFacts(host, { hosts, seed: 3 }));
  for (let round = 1; round <= 10; round++) {
    changed(estate, { round, random });
    const terms = { estate, nowMs: 0, withRefuted: false, onlyProven: true };
    const traversal = createTraversal(terms);
    const [known, fresh] = [derivedStates(estate), createDerivedStates(estate)];
    expect(pairsOf(estate, known.pairs.listed(codes))).toEqual(
      pairsOf(estate, fresh.pairs.listed(codes)),
    );
    const isOpen = (edge: number) => traversal.surcharge(edge) >= 0;
    const [byHost, byHub] = [pairwiseNetwork, hubNetwork].map((layer) =>
      walkOverNetwork({ estate, traversal, isOpen }, layer),
    );
    for (const { accounts } of [...estate.hosts.values()].slice(0, 12))
      for (const search of [reachFrom, reachInto]) {
        const within = (graph: typeof byHost) => {
          const { nodes, costOf } = search(graph!, accounts.slice(0, 1), { maxSteps: 6, budget });
          const real = nodes.filter((node) => node < estate.graph.nodes).sort((a, b) => a - b);
          return real.map((node) => [node, costOf(node)]);
        };
        expect(within(byHub)).toEqual(within(byHost));
      }
  }
});

test("an estate that has changed answers as one made anew", () => {
  const random = createRandom(13);
  const terms = { rules: sketchRules, facts: sketchFacts, clock: { now: () => 0 } };
  const facts = new Map<string, HostFacts>();
  const estate = createEstate(terms);
  const replace = (one: HostFacts) => {
    facts.set(one.agent_id, one);
    estate.replace(one);
  };
  for (let host = 0; host < hosts; host++) replace(variedFacts(host, { hosts, seed: 3 }));
  for (let round = 1; round <= 8; round++) {
    for (let count = 0; count < 3; count++) {
      const host = random.int(hosts);
      if (random.chance(0.2)) {
        facts.delete(`agt_h${host}`);
        estate.remove(`agt_h${host}`);
      } else replace(variedFacts(host, { hosts, seed: 3 + round }));
    }
    // The clock stands still, so that all is derived at once.
    if (round % 2 === 0) expect(estate.deriveAhead(1)).toBe(false);
    const anew = createEstate(terms);
    for (const one of facts.values()) anew.replace(one);
    for (let count = 0; count < 3; count++) {
      const from = `u3@h${random.int(hosts)}`;
      for (const request of [
        asking(from, `root on h${random.int(hosts)}`),
        asking(from, "any", { mode: "reach" }),
      ])
        expect(answerOf(estate.search(request))).toEqual(answerOf(anew.search(request)));
    }
  }
});

function answerOf({ paths, reached, nearest }: PathOutcome) {
  return {
    costs: paths.map(({ cost }) => cost),
    reached: reached?.map(({ node, cost }) => `${node.label} ${cost}`).sort(),
    nearest: nearest?.cost,
  };
}
