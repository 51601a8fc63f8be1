import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Finding } from "../../src/contract/summary.ts";
import { serverFolder, spareThisMachine } from "../helpers/server-process.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

test("tables denied by a policy are left out of the answer, which reports them, until the policy is deleted", async () => {
  const folder = serverFolder();
  const server = await folder.start();
  await spareThisMachine(server);
  const created = await folder.inquest(
    ...["agents", "policies", "create", "secrets", "--every-agent"],
    ...["--deny-table", "shadow", "--json"],
  );
  const policy = JSON.parse(created.stdout);
  expect(policy).toMatchObject({ name: "secrets", match: {}, deny_tables: ["shadow"] });
  const ask = async (query: string) => server.outcome(await server.ask(query, { mode: "live" }));

  const { status, summary } = await ask("which users have no password?");
  expect(status).toBe("completed");
  expect(summary.coverage).toMatchObject({ agents_targeted: 1, agents_answered: 0 });
  expect(summary.coverage.unanswered).toMatchObject([{ reason: "policy" }]);
  expect(summary.narrative).toContain('denied by the tag policy "secrets"');
  expect(summary.answer).toBeNull();
  const other = await ask("SELECT count(*) AS n FROM users");
  expect(other.summary.coverage).toMatchObject({ agents_answered: 1, unanswered: [] });

  await server.call("DELETE", `/v1/tag-policies/${policy.id}`);
  const allowed = await ask("which users have no password?");
  // An ordinary user may not read the file itself, and that fails the run.
  expect(["completed", "no_agent_answered"]).toContain(allowed.error?.code ?? allowed.status);
  expect(JSON.stringify(allowed.summary?.coverage.unanswered ?? [])).toBe("[]");
}, 60_000);

test("policies are shown and changed by commands, and invalid ones are rejected with the reason", async () => {
  const folder = serverFolder();
  await folder.start("--no-local-agent");
  const policies = (...args: string[]) => folder.inquest("agents", "policies", ...args);
  for (const [args, told] of [
    [["--every-agent", "--match", "a=b"], "cannot also be provided when using --every-agent"],
    [["--every-agent", "--deny-table", "shadwo"], "did you mean shadow?"],
  ] as const) {
    const { stdout, stderr, code } = await policies("create", "x", ...args);
    expect({ args, stdout, code }).toEqual({ args, stdout: "", code: 2 });
    expect(stderr).toContain(told);
  }
  const created = await policies(
    ...["create", "pay", "--match", "env=prod", "--match", "pci", "--json"],
    ...["--deny-table", "shadow,Processes", "--criticality", "high", "--snapshot-interval", "5m"],
  );
  const { id, ...policy } = JSON.parse(created.stdout);
  expect(policy).toMatchObject({
    match: { env: "prod", pci: "true" },
    deny_tables: ["shadow", "processes"],
    criticality: "high",
    snapshot_interval: "5m",
  });
  expect((await policies("list")).stdout).toContain("env=prod pci=true");
  const updated = await policies("update", id, "--every-agent", "--clear-snapshot-interval");
  expect(updated.stdout).toContain("Applies to every agent.");
  const kept = await policies("delete", id);
  expect(kept).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
  expect((await policies("delete", id, "--yes")).code).toBe(0);
});

/** A folder of two hosts with an account without a password each, `db-1` tagged env=prod. */
function estate(): string {
  const folder = join(temporaryFolder(), "estate");
  mkdirSync(folder);
  for (const [agent_id, tags] of [
    ["db-1", ["env=prod"]],
    ["dev-1", []],
  ] as const) {
    const host = {
      agent_id,
      hostname: agent_id,
      os: "linux",
      os_version: "12",
      arch: "x64",
      tags,
      addresses: [],
      tables: {
        users: [{ uid: 1000, username: "guest", shell: "/bin/bash" }],
        shadow: [{ username: "guest", password_status: "empty", expire: -1 }],
      },
      denied: [],
    };
    writeFileSync(join(folder, `${agent_id}.json`), JSON.stringify(host));
  }
  return folder;
}

test("findings on a critical host are one severity higher, from the next question until the policy changes", async () => {
  const folder = serverFolder();
  const server = await folder.start("--estate", estate(), "--no-local-agent");
  const severities = async () => {
    const run = await server.outcome(
      await server.ask("are there accounts with a blank password?", { mode: "live" }),
    );
    const told = run.findings.map(({ agent_id, severity }: Finding) => [agent_id, severity]);
    return { ...Object.fromEntries(told), summary: run.summary.severity };
  };
  const failOn = async () =>
    (
      await folder.inquest(
        ...["investigate", "are there accounts with a blank password?", "--mode", "live"],
        ...["--fail-on", "critical"],
      )
    ).code;
  expect(await severities()).toEqual({ "db-1": "high", "dev-1": "high", summary: "high" });
  expect(await failOn()).toBe(0);
  const body = { name: "payments", match: { env: "prod" }, criticality: "critical" };
  const { body: policy } = await server.call("POST", "/v1/tag-policies", { body });
  expect(await severities()).toEqual({ "db-1": "critical", "dev-1": "high", summary: "critical" });
  expect(await failOn()).toBe(3);
  await server.call("PATCH", `/v1/tag-policies/${policy.id}`, { body: { criticality: "high" } });
  expect(await severities()).toEqual({ "db-1": "high", "dev-1": "high", summary: "high" });
});

test("a denied table is left out on matching hosts, also from snapshots and after a restart", async () => {
  const folder = serverFolder();
  const args = ["--estate", estate(), "--no-local-agent"];
  const first = await folder.start(...args);
  const body = { name: "secrets", match: { env: "prod" }, deny_tables: ["shadow"] };
  expect((await first.call("POST", "/v1/tag-policies", { body })).status).toBe(201);
  const snapshots = async (server: typeof first) => {
    const { body: trigger } = await server.call("POST", "/v1/investigations", {
      body: { query: "SELECT username FROM users", mode: "cached" },
    });
    return trigger.freshness.agents.fresh;
  };
  await expect.poll(() => snapshots(first), { timeout: 45_000, interval: 250 }).toBe(2);
  const check = async (server: typeof first, mode: string) => {
    const run = await server.outcome(
      await server.ask("are there accounts with a blank password?", { mode }),
    );
    const found = run.findings.map(({ agent_id }: Finding) => agent_id);
    const unknown = run.summary.checks[0].unknown_reasons;
    expect({ mode, found, unknown }).toEqual({
      mode,
      found: ["dev-1"],
      unknown: [{ agent_id: "db-1", reason: "policy" }],
    });
    expect(run.summary.narrative).toContain('shadow on db-1 (denied by the tag policy "secrets")');
  };
  for (const mode of ["live", "auto", "cached"]) await check(first, mode);
  await first.stop();
  await check(await folder.start(...args), "live");
});
