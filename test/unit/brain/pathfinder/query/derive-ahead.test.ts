import { expect, test } from "vitest";
import { createEstate } from "../../../../../src/brain/pathfinder/query/create-estate.ts";
import { sketchFacts, sketchRules } from "../../../../helpers/estate.ts";
import { variedFacts } from "../../../../helpers/varied-facts.ts";

const hosts = 5;

/** An estate whose clock moves on by a millisecond at each look. */
function estateOfHosts() {
  let nowMs = 0;
  const estate = createEstate({
    rules: sketchRules,
    facts: sketchFacts,
    clock: { now: () => nowMs++ },
  });
  for (let host = 0; host < hosts; host++) estate.replace(variedFacts(host, { hosts, seed: 3 }));
  const partsLeft = () => {
    let parts = 1;
    while (estate.deriveAhead(20)) parts++;
    return parts;
  };
  return { estate, partsLeft };
}

test("each part goes on where the last one ended", () => {
  const { estate, partsLeft } = estateOfHosts();
  const all = estateOfHosts().partsLeft();
  expect(all).toBeGreaterThan(3);
  expect(estate.deriveAhead(20)).toBe(true);
  expect(partsLeft()).toBe(all - 1);
  expect(partsLeft()).toBe(1);
});

test("a change of a host begins it again", () => {
  const { estate, partsLeft } = estateOfHosts();
  partsLeft();
  estate.replace(variedFacts(1, { hosts, seed: 4 }));
  expect(partsLeft()).toBeGreaterThan(3);
});
