import { expect, test } from "vitest";
import { madeFacts } from "../../../../../bench/pathfinder/made-facts.ts";
import { createEstateGraph } from "../../../../../src/brain/pathfinder/estate/estate-graph.ts";
import { createReachStates } from "../../../../../src/brain/pathfinder/estate/reach-states.ts";
import { reaches } from "../../../../../src/brain/pathfinder/estate/reaches.ts";
import { sketchRules } from "../../../../helpers/estate.ts";

test("the state that is judged once for many is that of each pair", () => {
  const estate = createEstateGraph(sketchRules);
  for (let host = 0; host < 150; host++) estate.replace(madeFacts(host, { hosts: 150, seed: 3 }));
  const { graph, guards, hostAt, index } = estate;
  const told = createReachStates(estate);
  const seen = new Set<string>();
  for (let edge = graph.firstOf(120); edge >= 0; edge = graph.nextOf(edge)) {
    const number = graph.guard(edge);
    if (number < 0) continue;
    for (const { slot, net } of estate.hosts.values()) {
      const terms = { from: net, to: hostAt(120)!.net, isOnePlace: index.isOnePlace };
      const { state } = reaches({ ...terms, guard: guards.get(number) });
      expect(told.stateOf(slot, told.gates.of(edge))).toBe(state);
      seen.add(state);
    }
  }
  expect(seen.size).toBeGreaterThan(1);
});
