import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn, tempFolder } from "../e2e/run-cli.ts";

test("an audit of this machine has a verdict in every format, and fails a script", async () => {
  const folder = tempFolder();
  const { inquest } = cliIn(folder);
  const report = join(folder, "report.html");
  const { stderr, code } = await inquest("audit", "--output", report, "--fail-on", "info");
  expect({ stderr: stderr.slice(-200), code }).toMatchObject({ code: 3 });
  const page = readFileSync(report, "utf8");
  const [, verdict] = /<p class="verdict weak">(.*?)<\/p>/.exec(page)!;
  expect(verdict).toMatch(/^No: .* checks? passed, \d+ could not be made\.$/);

  const { stdout: list } = await inquest("investigate", "list", "--json");
  const [{ investigation_id: id }] = JSON.parse(list).investigations;
  const shown = async (...flags: string[]) =>
    (await inquest("investigate", "show", id, ...flags)).stdout;
  const { summary, findings } = JSON.parse(await shown("--json"));
  expect(summary.posture.headline).toBe(verdict);
  expect(findings.length).toBeGreaterThan(0);
  expect((await shown()).split("\n")[0]).toBe(verdict);
  expect(await shown("--format", "markdown")).toContain("## Fix first");
  const { runs } = JSON.parse(await shown("--format", "sarif"));
  expect(runs[0].properties.posture.headline).toBe(verdict);
}, 120_000);
