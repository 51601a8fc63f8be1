import { spawn } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cliIn, ended, hasScript, tempFolder } from "../e2e/run-cli.ts";
import { type ServerProcess, serverFolder, spareThisMachine } from "../helpers/server-process.ts";

const folder = serverFolder(undefined, afterAll);
let server: ServerProcess;
beforeAll(async () => {
  server = await folder.start("--rate-limit", "0");
  await spareThisMachine(server);
});

test("an account sees nothing of another, and gets the same responses as for missing resources", async () => {
  const body = { query: "SELECT name FROM os_version", mode: "live", idempotency_key: "mine" };
  const { investigation_id: id } = (await server.call("POST", "/v1/investigations", { body })).body;
  await server.outcome(id);
  const created = await folder.inquest("server", "accounts", "create", "others", "--json");
  const { key } = JSON.parse(created.stdout).key;

  const absent = "inv_00000000000000000000000000";
  for (const [method, path, over] of [
    ["GET", "", {}],
    ["DELETE", "", {}],
    ["GET", "/stream", {}],
    [
      "POST",
      "/findings/fnd_00000000000000000000000000/verdict",
      { body: { verdict: "true_positive" } },
    ],
  ] as const) {
    const answers = [id, absent].map((name) =>
      server.call(method, `/v1/investigations/${name}${path}`, { ...over, key }),
    );
    const [theirs, nobodys] = await Promise.all(answers);
    expect(theirs).toMatchObject({ status: 404, body: { error: "not_found" } });
    expect(theirs!.body).toEqual(nobodys!.body);
  }
  const listed = await server.call("GET", "/v1/investigations", { key });
  expect(listed.body).toEqual({ investigations: [], next_cursor: null });
  expect((await server.call("GET", "/v1/agents", { key })).body).toEqual([]);

  const same = await server.call("POST", "/v1/investigations", { body, key });
  expect(same.status).toBe(202);
  expect(same.body.investigation_id).not.toBe(id);
  for (;;) {
    const path = `/v1/investigations/${same.body.investigation_id}`;
    const { body: theirs } = await server.call("GET", path, { key });
    if (theirs.status === "queued" || theirs.status === "running") continue;
    expect(theirs).toMatchObject({ status: "failed", error: { code: "no_matching_agents" } });
    break;
  }
});

test("the log of a busy server contains no secret", async () => {
  const folder = serverFolder();
  const server = await folder.start("--log-level", "debug");
  const created = await folder.inquest("server", "keys", "create", "--scopes", "agents:read");
  await server.outcome(await server.ask("SELECT name FROM os_version", { mode: "live" }));
  await server.call("GET", `/v1/investigations?api_key=${server.key}`);
  await server.call("POST", "/v1/keys", { body: { scopes: ["agents:read"], name: server.key } });
  await server.call("GET", "/v1/investigations", { key: `${server.key}x` });
  await server.stop();
  const secret = (key: string) => key.split("_")[2]!;
  const localKey = /iq_\w+/.exec(created.stdout)![0];
  const bytes = readFileSync(join(folder.dataDir, "secret.key"));
  expect(server.log()).toContain("/v1/investigations");
  for (const hidden of [
    secret(server.key),
    secret(localKey),
    bytes.toString("hex"),
    bytes.toString("base64"),
    readFileSync(join(folder.dataDir, "plan.key"), "utf8").trim(),
    "Bearer",
  ])
    expect(server.log()).not.toContain(hidden);
});

test("questions with SQL injection are treated as text", async () => {
  for (const query of [
    "which users are called x'; DROP TABLE users; --?",
    "which processes are named ' OR '1'='1?",
    'files in "/etc/\' UNION SELECT * FROM shadow --"',
    "is package \\'; ATTACH DATABASE '/tmp/x' AS y; -- installed?",
    "processes with pid 1) OR (1=1",
    "is port 22; DELETE FROM processes open?",
    "which users have uid 0 UNION ALL SELECT 1,2,3?",
    "show %n%s%x in etc_hosts \u0000 \u202e",
  ]) {
    const outcome = await server.outcome(await server.ask(query, { mode: "live" }));
    expect({ query, status: outcome.status, error: outcome.error?.code }).not.toMatchObject({
      error: expect.stringMatching(/internal_error|no_agent_answered/),
    });
    // A statement that a name broke could not be prepared.
    const reasons = outcome.summary?.coverage.unanswered ?? [];
    expect({ query, reasons }).toEqual({ query, reasons: [] });
  }
}, 30_000);

test("the longest question is accepted, a longer one is refused, both quickly", async () => {
  const words = "which processes listen on port 22 or ";
  for (const query of [
    words.repeat(60).slice(0, 2000).trimEnd().padEnd(2000, "x"),
    "(".repeat(2000),
    "🦊".repeat(2000),
    "not ".repeat(500),
    `"${"a".repeat(1998)}"`,
    "1".repeat(2000),
  ]) {
    const from = performance.now();
    const outcome = await server.outcome(await server.ask(query));
    expect(["completed", "failed"]).toContain(outcome.status);
    expect(outcome.error?.code).not.toBe("internal_error");
    expect(performance.now() - from).toBeLessThan(10_000);
  }
  const longer = await server.call("POST", "/v1/investigations", {
    body: { query: "🦊".repeat(2001) },
  });
  expect(longer).toMatchObject({ status: 400, body: { issues: [{ path: "query" }] } });
}, 40_000);

const driving = "\u001b]0;owned\u0007\u001b[2J";

test.skipIf(process.platform !== "linux")(
  "a process or a file can't drive the terminal with its name",
  async () => {
    const folder = tempFolder();
    const program = join(folder, `${driving}evil`);
    copyFileSync("/bin/sleep", program);
    const child = spawn(program, ["600"], { argv0: `${driving}evil-process`, stdio: "ignore" });
    onTestFinished(() => void child.kill("SIGKILL"));
    writeFileSync(join(folder, `${driving}evil-file`), "");
    const cli = cliIn(tempFolder());
    const question = [
      `SELECT name, path, cmdline FROM processes WHERE pid = ${child.pid}`,
      `SELECT filename, path, '' FROM file WHERE directory = '${folder}'`,
    ].join(" UNION ALL ");
    const { stdout, stderr, code } = await cli.investigate(question);
    expect(code).toBe(0);
    expect(stdout).toContain("evil-process");
    expect(stdout).toContain("evil-file");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are looked for
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    for (const format of ["markdown", "html"]) {
      const report = await cli.command("investigate", question, "--format", format);
      expect(report.stdout).toContain("evil-file");
      expect(report.stdout).not.toContain("\u001b");
    }
    if (!hasScript) return;
    const line = `stty cols 200 rows 50; node bin/investigate.js "${question}"`;
    const shown = await ended(cli.onTerminal(line));
    expect(shown.stdout).toContain("evil-file");
    expect(shown.stdout).not.toContain("\u001b]0;owned");
    expect(shown.stdout).not.toContain("\u0007");
  },
  60_000,
);
