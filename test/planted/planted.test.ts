import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluateHost, statementsFor } from "../../src/brain/detections/evaluate-host.ts";
import { parseDetections } from "../../src/brain/detections/load-detections.ts";
import { renderFix } from "../../src/brain/detections/render-fix.ts";
import type { DetectionDefinition } from "../../src/brain/detections/schema.ts";
import { joinedResults } from "../helpers/joined-results.ts";
import { casesOf, type PlantedCase, type PlantedFile, plantedIds, readPlanted } from "./cases.ts";
import { askProbe } from "./probe/ask-probe.ts";
import { buildProbe } from "./probe/build-probe.ts";
import { buildRoot, missingForRoots } from "./root/build-root.ts";
import { changedPaths, listPaths } from "./root/changed-paths.ts";
import { caseTimeoutMs, type PlantedRoot } from "./root/planted-root.ts";
import { createRootOptions, type RootOpener } from "./root/root-options.ts";
import { isReal, settle } from "./settle.ts";
import { lateness } from "./time-limit.ts";

const missing = await missingForRoots();
if (missing) console.info(`The planted suite is skipped: ${missing}.`);

/** `npx vitest run --config vitest.full.config.ts test/planted -t ID` runs the cases of one detection. */
const definitions = new Map(parseDetections("data/detections").map((one) => [one.id, one]));
let probe: string;
let roots: ReturnType<typeof createRootOptions>;

describe.skipIf(missing !== null)("planted", () => {
  beforeAll(async () => {
    const [base, built] = await Promise.all([buildRoot(), buildProbe()]);
    probe = built;
    roots = createRootOptions({ base, probe });
  }, 600_000);
  afterAll(() => rmSync(probe, { recursive: true, force: true }));

  describe.each(plantedIds())("%s", (id) => {
    const file = readPlanted(id);
    const definition = definitions.get(id)!;
    let opener: RootOpener;
    beforeAll(async () => {
      opener = await roots.openerFor(file);
    }, 600_000);
    test.concurrent.for(casesOf(file))(
      "$name",
      { timeout: caseTimeoutMs },
      async (one, { skip }) => {
        if ("missing" in opener) return skip(opener.missing);
        const late = lateness();
        if (late) return skip(late);
        const root = await opener.open();
        try {
          await holdCase(root, { definition, file, one });
        } finally {
          await root.close();
        }
      },
    );
  });
});

interface Held {
  definition: DetectionDefinition;
  file: PlantedFile;
  one: PlantedCase;
}

/** Plants the case, asks the real tools, then the detection, and carries out the fix. */
async function holdCase(root: PlantedRoot, { definition, file, one }: Held): Promise<void> {
  const planted = await root.run(one.script);
  expect(planted, `the case could not be planted: ${planted.stderr}`).toMatchObject({
    exitCode: 0,
  });
  expect(await settle(root, one.truth, one.isFault), "what the real tools say of the fault").toBe(
    one.isFault,
  );
  const verdict = await judge(root, definition, file);
  const wanted = one.expected === "pass" ? /^(pass|not_applicable)$/ : new RegExp(one.expected);
  expect(verdict.type, JSON.stringify(verdict)).toMatch(wanted);
  if (verdict.type !== "fail" || !one.isFixable || !definition.fix) return;
  const commands = renderFix(definition.fix, verdict.evidence);
  const named = verdict.evidence.rows.flat().map(String);
  const before = await listPaths(root);
  for (const command of commands)
    expect(await root.run(command), command).toMatchObject({ exitCode: 0 });
  // The scripts that ask for the truth leave traces of their own.
  const after = await listPaths(root);
  expect(changedPaths(before, after, [...named, ...(file.changes ?? [])])).toEqual([]);
  expect(await isReal(root, one.truth), `the fault after ${commands.join("; ")}`).toBe(false);
  const mended = await judge(root, definition, file);
  expect(mended.type, JSON.stringify(mended)).toMatch(/^(pass|not_applicable)$/);
  if (file.still)
    expect(await root.run(file.still), "what must still work").toMatchObject({ exitCode: 0 });
}

async function judge(
  root: PlantedRoot,
  definition: DetectionDefinition,
  { advisories }: PlantedFile,
) {
  const results = await askProbe(root, statementsFor(definition, "linux"), 1000);
  const joined = await joinedResults(definition, results, { os: "linux", advisories });
  return evaluateHost(definition, "linux", joined);
}
