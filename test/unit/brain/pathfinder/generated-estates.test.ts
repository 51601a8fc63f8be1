import { afterAll, beforeAll, expect, test } from "vitest";
import { openPathChecker, seeds } from "../../../helpers/generated-estate/check-paths.ts";
import { generateEstate } from "../../../helpers/generated-estate/generate-estate.ts";

let checker: Awaited<ReturnType<typeof openPathChecker>>;
beforeAll(async () => {
  checker = await openPathChecker();
});
afterAll(() => checker.close());

test("exactly the paths of 15 generated estates are confirmed", { timeout: 120_000 }, () => {
  for (const seed of seeds(15))
    expect({ seed, mistakes: checker.mistakesOfSeed(seed) }).toEqual({ seed, mistakes: [] });
});

test("a seed always makes the same estate", () => {
  expect(generateEstate(7).hosts).toEqual(generateEstate(7).hosts);
});
