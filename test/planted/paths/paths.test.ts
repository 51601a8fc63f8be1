import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildProbe } from "../probe/build-probe.ts";
import { buildRoot, missingForRoots } from "../root/build-root.ts";
import { caseTimeoutMs } from "../root/planted-root.ts";
import { createRootOptions, type FoundRoot } from "../root/root-options.ts";
import { settle } from "../settle.ts";
import { lateness } from "../time-limit.ts";
import { askPath } from "./ask-path.ts";
import { openHosts, type PlantedHosts } from "./open-hosts.ts";
import { type PathCase, pathCasesOf, pathKinds } from "./path-cases.ts";

const missing = await missingForRoots();
if (missing) console.info(`The planted paths are skipped: ${missing}.`);

/** `npx vitest run --config vitest.full.config.ts test/planted/paths -t KIND` runs those of one file. */
let probe: string;
let roots: ReturnType<typeof createRootOptions>;

describe.skipIf(missing !== null)("planted paths", () => {
  beforeAll(async () => {
    const [base, built] = await Promise.all([buildRoot(), buildProbe()]);
    probe = built;
    roots = createRootOptions({ base, probe });
  }, 600_000);
  afterAll(() => rmSync(probe, { recursive: true, force: true }));

  describe.each(pathKinds())("%s", (kind) => {
    const { engines = false, systemd = false, cases } = pathCasesOf(kind);
    let options: FoundRoot;
    beforeAll(async () => {
      options = await roots.rootFor({ engines, systemd });
    }, 600_000);
    test.concurrent.for(cases)("$name", { timeout: caseTimeoutMs }, async (one, { skip }) => {
      if ("missing" in options) return skip(options.missing);
      const late = lateness();
      if (late) return skip(late);
      const hosts = await openHosts(one.hosts, options);
      try {
        await holdCase(hosts, one);
      } finally {
        await hosts.close();
      }
    });
  });
});

/** Plants the case, carries the attack out from the first host, then asks for the path. */
async function holdCase({ roots }: PlantedHosts, one: PathCase): Promise<void> {
  const { expected } = one;
  let printed = "";
  for (const [name, root] of roots) {
    const planted = await root.run(one.scriptFor(name), { stdin: printed });
    expect(planted, `the case could not be planted on ${name}`).toMatchObject({ exitCode: 0 });
    printed += planted.stdout;
  }
  const [first] = roots.values();
  expect(await settle(first!, one.truth, expected.works), "whether the attack works").toBe(
    expected.works,
  );
  const { isFound, isConfirmed, reason } = await askPath(roots, one);
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
