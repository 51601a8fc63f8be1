import { expect, test } from "vitest";
import { createEstateGraph } from "../../../../../src/brain/pathfinder/model/estate-graph.ts";
import { checkReach } from "../../../../../src/brain/pathfinder/reachability/check-reach.ts";
import { reachStates } from "../../../../../src/brain/pathfinder/reachability/reach.ts";
import { createReachStates } from "../../../../../src/brain/pathfinder/reachability/reach-states.ts";
import { sketchRules } from "../../../../helpers/estate.ts";
import { variedFacts } from "../../../../helpers/varied-facts.ts";

const hosts = 150;

test("the state of a class is the state of each pair in it", () => {
  const estate = createEstateGraph(sketchRules);
  for (let host = 0; host < hosts; host++) estate.replace(variedFacts(host, { hosts, seed: 3 }));
  const { graph, guards, hostAt, index } = estate;
  const { accessGuards, codeOf } = createReachStates(estate);
  const seen = new Set<string>();
  for (const target of [120, 35, 62, 99, 105, 113, 104])
    for (let edge = graph.firstOf(target); edge >= 0; edge = graph.nextOf(edge)) {
      const access = accessGuards.of(edge);
      if (access < 0) continue;
      for (const { slot, network } of estate.hosts.values()) {
        const terms = {
          from: network,
          to: hostAt(target)!.network,
          isUniqueSubnet: index.isUniqueSubnet,
        };
        const { state } = checkReach({ ...terms, guard: guards.get(graph.guard(edge)) });
        expect(reachStates[codeOf(slot, access)]).toBe(state);
        seen.add(state);
      }
    }
  expect(seen).toEqual(new Set(["proven", "inferred", "refuted"]));
});
