import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPathChecker, seeds } from "../helpers/generated-estate/check-paths.ts";
import {
  type GeneratedEstate,
  generateEstate,
} from "../helpers/generated-estate/generate-estate.ts";
import { everyCut, everyKind } from "../helpers/generated-estate/kinds.ts";

let checker: Awaited<ReturnType<typeof openPathChecker>>;
beforeAll(async () => {
  checker = await openPathChecker();
});
afterAll(() => checker.close());

const perTest = 20;
const firstSeeds = seeds(200).filter((seed) => seed % perTest === 1);

describe("exactly the paths of an estate are confirmed", () => {
  test.each(firstSeeds)("for 20 seeds from %i", { timeout: 120_000 }, (first) => {
    for (let seed = first; seed < first + perTest; seed++)
      expect({ seed, mistakes: checker.mistakesOfSeed(seed) }).toEqual({ seed, mistakes: [] });
  });
});

describe("what the estates hold", () => {
  const all = seeds(200).map(generateEstate);
  const isPath = (generated: GeneratedEstate, { start, end }: { start: string; end: string }) =>
    generated.reachableFrom(start).has(end);

  test("every kind of step and every restriction is planted", () => {
    const planted = new Set(all.flatMap((generated) => [...generated.planted]));
    const cuts = new Set([...planted].map((text) => text.replace(/^.*: /, "")));
    expect(everyKind.filter((kind) => !planted.has(kind))).toEqual([]);
    expect(everyCut.filter((cut) => !cuts.has(cut))).toEqual([]);
  });

  test("chains lead on, and decoys mostly don't", () => {
    const ofChains = all.flatMap((each) => each.chains.map((chain) => isPath(each, chain)));
    const ofDecoys = all.flatMap((each) => each.decoys.map((chain) => isPath(each, chain)));
    const share = (list: boolean[]) => list.filter(Boolean).length / list.length;
    expect(share(ofChains)).toBeGreaterThan(0.85);
    expect(share(ofDecoys)).toBeLessThan(0.5);
  });
});
