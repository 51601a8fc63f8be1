import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { testDefinitions } from "../../../../src/compose/own/test-definitions.ts";
import { ownDetection, ownEdgeRule, writeDefinitions } from "../../../helpers/own-detection.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

function withCases(definition: { id: string }, cases: unknown[]): string {
  const folder = writeDefinitions(temporaryFolder(), [definition]);
  writeFileSync(join(folder, `${definition.id}.test.yaml`), stringify(cases));
  return folder;
}

const installed = { deb_packages: [{ name: "telnet", version: "0.17" }] };

test("cases pass with the verdict and the number of rows that they expect", async () => {
  const folder = withCases(ownDetection, [
    { name: "installed", verdict: "fail", rows: 1, tables: installed },
    { name: "not installed", verdict: "pass", tables: {} },
    { name: "unreadable", verdict: "unknown", denied: ["deb_packages"] },
    { name: "another system", verdict: "not_applicable", os: "windows" },
  ]);
  expect(await testDefinitions([folder])).toMatchObject({ passed: 4, failed: 0 });
});

test("a case that fails says what was expected and what came, with the first row", async () => {
  const folder = withCases(ownDetection, [
    { name: "a", verdict: "fail", rows: 2, tables: installed },
    { name: "b", verdict: "pass", denied: ["deb_packages"] },
  ]);
  const { files, failed } = await testDefinitions([join(folder, `${ownDetection.id}.yaml`)]);
  expect(failed).toBe(2);
  expect(files[0]?.cases.map(({ reason }) => reason)).toEqual([
    "expected fail with 2 rows, got fail with 1 row, the first name=telnet version=0.17",
    expect.stringMatching(/^expected pass, got unknown: deb_packages: /),
  ]);
});

test("an edge rule is held to all edges that its cases state", async () => {
  const alice = { users: [{ username: "alice", uid: 1000 }] };
  const folder = withCases(ownEdgeRule, [
    { name: "one", tables: alice, edges: [{ from: "alice", to: "root", state: "proven" }] },
    { name: "missing", tables: {}, edges: [{ from: "alice" }] },
    { name: "too many", tables: alice, edges: [] },
  ]);
  const { files } = await testDefinitions([folder]);
  expect(files[0]?.cases.map(({ reason }) => reason)).toEqual([
    null,
    "missing: from=alice",
    "not expected: from=alice to=root uid=1000",
  ]);
});

test("a file without cases, or with an invalid one, is an error with the next step", async () => {
  const folder = writeDefinitions(temporaryFolder(), [ownDetection]);
  await expect(testDefinitions([folder])).rejects.toMatchObject({
    message: expect.stringMatching(/has no test cases\.$/),
    hint: expect.stringContaining("telnet_client_installed.test.yaml"),
  });
  await expect(testDefinitions([withCases(ownDetection, [])])).rejects.toThrow(/test\.yaml:1:1/);
});
