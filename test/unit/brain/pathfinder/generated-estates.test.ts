import { afterAll, describe, expect, test } from "vitest";
import type { Estate, Path } from "../../../../src/brain/pathfinder/model/types.ts";
import { createEstate } from "../../../../src/brain/pathfinder/query/create-estate.ts";
import {
  parseEdgeRules,
  statementsFor,
} from "../../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import type { PathEnd } from "../../../../src/contract/reading.ts";
import { openRuleAsker } from "../../../helpers/generated-estate/ask-rules.ts";
import {
  type GeneratedEstate,
  type GeneratedHost,
  generateEstate,
} from "../../../helpers/generated-estate/generate-estate.ts";
import { everyCut, everyKind } from "../../../helpers/generated-estate/kinds.ts";

const { edgeRules, factRules } = parseEdgeRules("data/edges");
const asker = await openRuleAsker(statementsFor([...edgeRules, ...factRules], "linux"));
afterAll(() => asker.close());

const readAt = "2026-11-22T08:00:00Z";
const clock = { now: () => Date.parse(readAt) };

function estateOf({ hosts }: GeneratedEstate): Estate {
  const estate = createEstate({ rules: edgeRules, facts: factRules, clock });
  for (const { agent_id, hostname, addresses, rows } of hosts)
    estate.replace({
      agent_id,
      hostname,
      os: "linux",
      addresses,
      tags: {},
      criticality: "normal",
      collectedAt: readAt,
      source: "live",
      results: asker.ask(rows),
    });
  return estate;
}

/** The best way, if it is proven throughout. */
function confirmedWay(estate: Estate, from: PathEnd, target: GeneratedHost): Path | null {
  const { paths } = estate.search({
    question: { mode: "shortest", from, to: { kind: "host", name: target.hostname, priv: "root" } },
    agentIds: null,
    k: 1,
    maxSteps: 20,
    timeoutMs: 60_000,
  });
  const [way] = paths;
  return way?.hops.every(({ state }) => state === "proven") ? way : null;
}

interface Start {
  name: string;
  end: PathEnd;
}

const containersOf = ({ hostname: host, containers }: GeneratedHost): Start[] =>
  containers.map((name) => ({
    name: `container ${name} on ${host}`,
    end: { kind: "container", name, host },
  }));
const accountsOf = ({ hostname: host, accounts }: GeneratedHost): Start[] =>
  accounts.map((name) => ({ name: `${name}@${host}`, end: { kind: "user", name, host } }));

interface Comparison {
  generated: GeneratedEstate;
  estate: Estate;
}

/** What is told of the paths from one host to root on another that isn't so. */
function mistakes(comparison: Comparison, from: GeneratedHost, to: GeneratedHost): string[] {
  const target = `root@${to.hostname}`;
  const leads = ({ name }: Start) => comparison.generated.reachableFrom(name).has(target);
  const accounts = accountsOf(from).filter(({ name }) => name !== target);
  // Where none of them gets there, all are asked about at once.
  const isOff = accounts.length > 0 && from !== to && !accounts.some(leads);
  const all = { name: `anybody@${from.hostname}`, end: { kind: "user", host: from.hostname } };
  const starts = [...(isOff ? [all] : accounts), ...containersOf(from)];
  return starts.flatMap((start) => {
    const way = confirmedWay(comparison.estate, start.end, to);
    return mistakesOf({ start: start.name, target, way, isTrue: leads(start) }, comparison);
  });
}

interface Told {
  start: string;
  target: string;
  way: Path | null;
  isTrue: boolean;
}

function mistakesOf({ start, target, way, isTrue }: Told, { generated }: Comparison): string[] {
  if (isTrue && !way) return [`${start} does get to ${target}`];
  if (!way) return [];
  const labels = [
    start,
    ...way.hops
      .map(({ to }) => to)
      .filter(({ type }) => type === "user")
      .map(({ label }) => label),
  ];
  const wrong = labels
    .slice(1)
    .filter((label, at) => !generated.moves.get(labels[at]!)?.has(label));
  if (isTrue && wrong.length === 0) return [];
  const rules = way.hops.map(({ rule }) => rule.id).join(", ");
  return [`${start} does not get to ${target} by ${rules} over ${labels.join(", ")}`];
}

const perTest = 20;
const firstSeeds = Array.from({ length: 10 }, (_, at) => at * perTest + 1);
const seedsFrom = (first: number) => Array.from({ length: perTest }, (_, at) => first + at);

const estates = new Map(firstSeeds.flatMap(seedsFrom).map((seed) => [seed, generateEstate(seed)]));

describe("exactly the paths that there are in an estate are confirmed", () => {
  test.each(firstSeeds)("for the seed %i and those after it", { timeout: 120_000 }, (first) => {
    for (const seed of seedsFrom(first)) {
      const generated = estates.get(seed)!;
      const comparison = { generated, estate: estateOf(generated) };
      const { hosts } = generated;
      const found = hosts.flatMap((from) => hosts.flatMap((to) => mistakes(comparison, from, to)));
      expect({ seed, found }).toEqual({ seed, found: [] });
    }
  });
});

describe("what the estates hold", () => {
  const all = [...estates.values()];
  const isWay = (generated: GeneratedEstate, { start, end }: { start: string; end: string }) =>
    generated.reachableFrom(start).has(end);

  test("every kind of step and every restriction is planted", () => {
    const planted = new Set(all.flatMap((generated) => [...generated.planted]));
    const cuts = new Set([...planted].map((text) => text.replace(/^.*: /, "")));
    expect(everyKind.filter((kind) => !planted.has(kind))).toEqual([]);
    expect(everyCut.filter((cut) => !cuts.has(cut))).toEqual([]);
  });

  test("chains lead on, and decoys mostly don't", () => {
    const ofChains = all.flatMap((each) => each.chains.map((chain) => isWay(each, chain)));
    const ofDecoys = all.flatMap((each) => each.decoys.map((chain) => isWay(each, chain)));
    const share = (list: boolean[]) => list.filter(Boolean).length / list.length;
    expect(share(ofChains)).toBeGreaterThan(0.85);
    expect(share(ofDecoys)).toBeLessThan(0.5);
  });

  test("a seed always makes the same estate", () => {
    const { hosts } = generateEstate(7);
    expect(hosts).toEqual(estates.get(7)!.hosts);
  });
});
