import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEstate } from "../../../src/brain/pathfinder/query/create-estate.ts";
import { isProven } from "../../../src/brain/pathfinder/report/is-proven.ts";
import {
  parseEdgeRules,
  statementsFor,
} from "../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import type { StatementResult } from "../../../src/contract/plan.ts";
import { buildProbe, runProbe } from "../probe/build-probe.ts";
import { buildRoot, missingForRoots } from "../root/build-root.ts";
import { openRoot, type PlantedRoot } from "../root/open-root.ts";
import { settle } from "../settle.ts";
import { type PathCase, pathCasesOf, pathKinds } from "./path-cases.ts";

const missing = await missingForRoots();
if (missing) console.info(`The planted paths are skipped: ${missing}.`);

/** `npx vitest run --config vitest.full.config.ts test/planted/paths -t KIND` runs those of one file. */
const { edgeRules, factRules } = parseEdgeRules("data/edges");
const host = "planted";
let base: string;
let probe: string;

describe.skipIf(missing !== null)("planted paths", () => {
  beforeAll(async () => {
    [base, probe] = await Promise.all([buildRoot(), buildProbe()]);
  }, 600_000);
  afterAll(() => rmSync(probe, { recursive: true, force: true }));

  describe.each(pathKinds())("%s", (kind) => {
    test.concurrent.each(pathCasesOf(kind))("$name", async (one) => {
      const root = await openRoot({ base, probe });
      try {
        await holdCase(root, one);
      } finally {
        await root.close();
      }
    });
  });
});

/** Plants the case, carries the attack out, then asks for the path. */
async function holdCase(root: PlantedRoot, one: PathCase): Promise<void> {
  const { expected } = one;
  const planted = await root.run(one.script);
  expect(planted, "the case could not be planted").toMatchObject({ exitCode: 0 });
  expect(await settle(root, one.truth, expected.works), "whether the attack works").toBe(
    expected.works,
  );
  const { isFound, isConfirmed, reason } = await ask(root, one);
  if (expected.works)
    expect({ isFound, isConfirmed }, reason ?? "").toEqual({
      isFound: true,
      isConfirmed: expected.isCertain,
    });
  else {
    expect(isConfirmed, "whether a path is confirmed that does not work").toBe(
      expected.isConfirmed,
    );
    if (!isConfirmed) expect(String(reason)).toMatch(new RegExp(expected.cut));
  }
}

/** The first path between the ends, and the first reason why it may not work. */
async function ask(root: PlantedRoot, { from, to }: PathCase) {
  const estate = createEstate({ rules: edgeRules, facts: factRules, clock: { now: Date.now } });
  estate.replace({
    agent_id: host,
    hostname: host,
    os: "linux",
    addresses: [],
    tags: {},
    criticality: "normal",
    collectedAt: new Date().toISOString(),
    source: "live",
    results: await collect(root),
  });
  const { paths, nearest, ends } = estate.search({
    question: {
      from: { kind: "user", user: from, host },
      to: { kind: "user", user: to, host },
      mode: "find",
    },
    agentIds: null,
    k: 3,
    maxSteps: 12,
    timeoutMs: 10_000,
  });
  expect([ends.from.missing, ends.to.missing]).toEqual([null, null]);
  const doubt = (paths[0] ?? nearest)?.hops.find(({ state }) => state !== "proven");
  return {
    isFound: paths.length > 0,
    isConfirmed: paths.some(isProven),
    reason: doubt ? `${doubt.rule.edge}: ${doubt.why}` : null,
  };
}

async function collect(root: PlantedRoot): Promise<Map<string, StatementResult>> {
  const statements = statementsFor([...edgeRules, ...factRules], "linux").map((statement) => ({
    ...statement,
    max_rows: 10_000,
    timeout_ms: 30_000,
  }));
  const { stdout, stderr, exitCode } = await root.run(runProbe, {
    stdin: JSON.stringify(statements),
  });
  expect(exitCode, stderr).toBe(0);
  const results = JSON.parse(stdout) as StatementResult[];
  for (const { id, error } of results) expect(error, id).toBeNull();
  return new Map(results.map((result) => [result.id, result]));
}
