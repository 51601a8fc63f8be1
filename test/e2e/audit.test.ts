import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn, tempFolder } from "./run-cli.ts";

test("audit asks one question, with the hosts of its flags", async () => {
  const { command: inquest } = cliIn(tempFolder());
  const { stdout, code } = await inquest("audit", "--detach", "--tag", "env=prod", "--json");
  const { investigation_id: id } = JSON.parse(stdout);
  expect(code).toBe(0);
  const { stdout: shown } = await inquest("investigate", "show", id, "--json");
  expect(JSON.parse(shown)).toMatchObject({
    query: "Security audit",
    status: "queued",
    scope: { type: "selector", filter: { tags: { env: "prod" } } },
  });
});

test("an audit of no host fails", async () => {
  const { command: inquest } = cliIn(tempFolder());
  const { stdout, stderr, code } = await inquest("audit", "--tag", "env=nowhere");
  expect(stdout).toBe("");
  expect(stderr).toContain("No agent matches");
  expect(code).toBe(1);
});

test("an audit takes no words", async () => {
  const folder = tempFolder();
  const { command: inquest } = cliIn(folder);
  const { code, stderr } = await inquest("audit", "prod", "--output", join(folder, "report.html"));
  expect(stderr).toContain("prod");
  expect(code).toBe(2);
  expect(existsSync(join(folder, "report.html"))).toBe(false);
});
