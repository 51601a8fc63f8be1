import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliIn, tempFolder } from "./run-cli.ts";

const sql = "SELECT 'sshd' AS name, 22 AS port FROM os_version";

/** `investigate` in the shared thread, for tests that need no process. */
function investigateIn(folder: string) {
  const { command } = cliIn(folder);
  return (...args: string[]) => command("investigate", ...args);
}

test("a first question is answered with nothing set up, the answer alone on stdout", async () => {
  const { investigate } = cliIn(tempFolder());
  const { stdout, stderr, code } = await investigate(sql);
  expect(stdout).toMatch(/name +port\nsshd +22\n/);
  expect(stdout + stderr).not.toContain("\u001b");
  expect(stderr).toMatch(/collecting/);
  expect(code).toBe(0);
});

test("--json is the investigation as the API has it, and list and show find it again", async () => {
  const investigate = investigateIn(tempFolder());
  const asked = await investigate(sql, "--json");
  const investigation = JSON.parse(asked.stdout);
  expect(investigation).toMatchObject({ status: "completed", query: sql });
  expect(investigation.summary.answer).toMatchObject({ columns: ["name", "port"], row_count: 1 });
  const id: string = investigation.investigation_id;
  expect(JSON.parse((await investigate("show", id, "--json")).stdout)).toEqual(investigation);
  expect((await investigate("list")).stdout).toContain(id);
});

test("watch --json prints one object per line, the investigation last", async () => {
  const investigate = investigateIn(tempFolder());
  const { investigation_id } = JSON.parse((await investigate(sql, "--json")).stdout);
  const { stdout, code } = await investigate("watch", investigation_id, "--json");
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.at(-2)).toEqual({ event: "status", data: { status: "completed" } });
  expect(lines.at(-1)).toMatchObject({ event: "investigation", data: { investigation_id } });
  expect(code).toBe(0);
});

test("--output chooses the format by its ending", async () => {
  const folder = tempFolder();
  const investigate = investigateIn(folder);
  const file = join(folder, "report.html");
  const { stdout, code } = await investigate(sql, "--output", file);
  expect({ stdout, code }).toEqual({ stdout: "1 row: sshd, port 22.\n", code: 0 });
  expect(readFileSync(file, "utf8")).toMatch(/^<!doctype html>[\s\S]+<td>sshd<\/td>/);
});

test("errors are one sentence and the next step; with --json one document on stdout", async () => {
  const investigate = investigateIn(tempFolder());
  const absent = "inv_01jc3x6m8v2k4q7r9t5w1y3z0b";
  const plain = await investigate("show", absent);
  expect(plain).toMatchObject({ stdout: "", code: 4 });
  expect(plain.stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
  const json = await investigate("show", absent, "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ error: "not_found" });
  expect(json).toMatchObject({ stderr: "", code: 4 });
});

test("usage errors exit with 2, in both forms", async () => {
  const { command } = cliIn(tempFolder());
  expect(await command("investigate", "who?", "--dpth", "deep")).toEqual({
    stdout: "",
    stderr: "There is no flag --dpth.\nDid you mean --depth?\n",
    code: 2,
  });
  const json = await command("agents", "query", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ error: "usage" });
  expect(json.code).toBe(2);
  // Without a terminal the command cannot prompt for the question.
  expect(await command("investigate")).toMatchObject({ stdout: "", code: 2 });
});

test("the question can come from stdin", async () => {
  const { shell } = cliIn(tempFolder());
  const { stdout, code } = await shell(
    `echo "${sql}" | node bin/investigate.js - --explain --json`,
  );
  expect(JSON.parse(stdout).route).toEqual(["facts"]);
  expect(code).toBe(0);
});

test("a closed pipe is no error", async () => {
  const { shell, command } = cliIn(tempFolder());
  await command("investigate", sql);
  const { stderr, stdout } = await shell(
    "node bin/investigate.js list --json | true; echo $" + "{PIPESTATUS[0]}",
  );
  expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
});

test("a pipe closed in the middle of a large answer ends the command", async () => {
  const { shell } = cliIn(tempFolder());
  const rows =
    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 200000) SELECT n FROM c";
  const { stdout, stderr } = await shell(
    `node bin/run.js agents query "${rows}" --json | head -c 1; echo ,$\{PIPESTATUS[0]}`,
  );
  expect({ stdout, stderr }).toEqual({ stdout: "{,0\n", stderr: "" });
});

test.skipIf(!existsSync("/dev/full"))("a full disk is one sentence and the next step", async () => {
  const { shell } = cliIn(tempFolder());
  for (const line of ["agents query 'SELECT 1'", "agents query 'SELECT 1' --json", "--help"]) {
    const { stderr, code } = await shell(`node bin/run.js ${line} > /dev/full`);
    expect(stderr, line).toMatch(/^The output can't be written \(ENOSPC\)\.\n[^\n]+\n$/);
    expect(code, line).toBe(1);
  }
  // A failing stderr does not fail the command.
  const { stdout, code } = await shell(`node bin/investigate.js "${sql}" 2> /dev/full`);
  expect(stdout).toContain("sshd");
  expect(code).toBe(0);
});

test("an unhandled error is printed like any other, without its stack", async () => {
  const { shell } = cliIn(tempFolder());
  const stray = `process.on("newListener", (name) => {
    if (name === "uncaughtException") setImmediate(() => { throw new Error("stray"); });
  });`;
  const load = `node --import "data:text/javascript,${encodeURIComponent(stray)}" bin/run.js`;
  const plain = await shell(`${load} agents tables`);
  expect(plain).toEqual({
    stdout: "",
    stderr:
      "Something went wrong in inquest: stray\nRun it again with DEBUG=inquest for details.\n",
    code: 1,
  });
  const json = await shell(`${load} agents tables --json`);
  expect(JSON.parse(json.stdout)).toMatchObject({ error: "internal_error" });
  const debug = await shell(`DEBUG=inquest ${load} agents tables`);
  expect(debug.stderr).toMatch(/^ {4}at /m);
});

test("a statement is run on this machine without a server or a data folder", async () => {
  const { command } = cliIn(tempFolder());
  const { stdout, code } = await command("agents", "query", "SELECT 41 + 1 AS n", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ columns: ["n"], rows: [[42]] });
  expect(code).toBe(0);
  const bad = await command("agents", "query", "SELECT x FROM nowhere");
  expect(bad).toMatchObject({ stdout: "", code: 1 });
  expect(bad.stderr).toContain("nowhere");
});

test("--version prints the version, --help lists the commands", async () => {
  const { inquest, investigate } = cliIn(tempFolder());
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  expect((await inquest("--version")).stdout).toBe(`inquest ${version}\n`);
  expect((await investigate("--version")).stdout).toBe(`inquest ${version}\n`);
  expect((await inquest("--help")).stdout).toMatch(/investigate[\s\S]+server/);
});
