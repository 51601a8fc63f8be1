import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cell } from "../../../../src/contract/common.ts";
import { createSqlRunner, type SqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { windowsHost } from "../../../helpers/windows-host.ts";
import { recordedMac } from "../../tables/darwin/recorded-mac.ts";
import { context, reader } from "./reader-under-test.ts";

let runners: Record<string, SqlRunner> = {};
beforeAll(async () => {
  const hosts = {
    "mac-12": recordedMac("12"),
    "mac-15": recordedMac("15"),
    "win-10": windowsHost("windows-10-22h2"),
  };
  const opened = Object.entries(hosts).map(
    async ([name, host]) => [name, await createSqlRunner({ host, tables })] as const,
  );
  runners = Object.fromEntries(await Promise.all(opened));
});
afterAll(() => {
  for (const runner of Object.values(runners)) runner.close();
});

/** The columns named of the rows that a recorded host gives, from all sources that it has. */
async function ask(host: string, question: string, ...wanted: string[]): Promise<Cell[][]> {
  const { sql } = reader.read(question, context);
  const statements = sql.map((one, at) => ({
    id: String(at),
    sql: one,
    max_rows: 500,
    timeout_ms: 5000,
  }));
  const results = await runners[host]!.run(statements);
  const failed = results.filter(({ error }) => error && error.reason !== "table_missing");
  expect(failed).toEqual([]);
  const answered = results.filter(({ error }) => !error);
  if (answered.length === 0) throw new Error(`${host} has no table for: ${question}`);
  return answered.flatMap(({ columns, rows }) =>
    rows.map((row) => wanted.map((column) => row[columns.indexOf(column)] ?? null)),
  );
}

test("services of macOS are launchd's jobs, whose switches overrule their files", async () => {
  const columns = ["name", "state", "enabled", "user_account"];
  expect(await ask("mac-15", "which services are running", ...columns)).toEqual([
    ["com.openssh.sshd", "active", 1, "root"],
    ["com.update.service", "active", 1, "root"],
  ]);
  expect(await ask("mac-15", "is the ssh service enabled", "name")).toEqual([["com.openssh.sshd"]]);
  expect(await ask("mac-15", "services whose state is failed", "name")).toEqual([
    ["com.example.Backup Agent"],
  ]);
  expect(await ask("mac-12", "which services are disabled", "name")).toEqual([["com.example.off"]]);
});

test("a job that launchctl didn't show is neither running nor stopped", async () => {
  const states = await ask("mac-12", "services", "name", "state");
  expect(states).toContainEqual(["com.openssh.sshd", null]);
  expect(states).toContainEqual(["com.example.sync", "active"]);
  expect(await ask("mac-12", "stopped services", "name")).toEqual([]);
});

test("services of Windows are found by either of their names", async () => {
  expect(await ask("win-10", "stopped services", "name", "enabled")).toEqual([
    ["BITS", 0],
    ["Vendor Agent", 0],
  ]);
  const columns = ["name", "description", "state", "enabled"];
  const spooler = [["Spooler", "Druckwarteschlange", "active", 1]];
  expect(await ask("win-10", "is the Spooler service running", ...columns)).toEqual(spooler);
  expect(await ask("win-10", "is the Druckwarteschlange service running", ...columns)).toEqual(
    spooler,
  );
});

test("software is found by a word of its title, and not by a part of one", async () => {
  expect(await ask("mac-12", "is chrome installed", "name", "version")).toEqual([
    ["Google Chrome", "131.0.6778.86"],
  ]);
  expect(await ask("win-10", "is 7-zip installed", "name", "arch")).toEqual([
    ["7-Zip 23.01 (x64)", null],
  ]);
  expect(await ask("mac-12", "is openssl installed", "name")).toEqual([
    ["openssl@3"],
    ["openssl@3"],
  ]);
  expect(await ask("mac-12", "is the package chro installed", "name")).toEqual([]);
});

test("each firewall tells its rules in the same words, and what it does without one", async () => {
  const columns = ["action", "direction", "protocol", "src_ip", "dst_port", "profile"];
  expect(await ask("win-10", "firewall rules that allow port 3389", ...columns)).toEqual([
    ["allow", "in", "tcp", "any", "3389", "domain private"],
  ]);
  expect(await ask("win-10", "default policy of the input chain", "policy", "profile")).toEqual([
    ["block", "domain"],
    ["block", "private"],
    ["allow", "public"],
  ]);
  expect(await ask("mac-12", "inbound firewall rules that block", "action")).toEqual([["block"]]);
});

test("what runs by the clock is launchd's or the task scheduler's", async () => {
  expect(await ask("mac-12", "cron jobs", "username", "event", "command")).toContainEqual([
    "alice",
    "every 300 s",
    "/Users/alice/bin/sync me -q ü",
  ]);
  expect(await ask("win-10", "cron jobs", "path")).toContainEqual(["\\Klasse"]);
  expect(await ask("mac-15", "scheduled tasks", "name", "username")).toContainEqual([
    "/Users/bob/x.sh",
    "bob",
  ]);
});

test("IPv6 is IPv6 whatever its number", async () => {
  expect(await ask("win-10", "listening on ipv6", "address", "family")).toContainEqual([
    "::",
    "ipv6",
  ]);
  expect(await ask("mac-15", "listening on ipv6", "address", "family")).toContainEqual([
    "::1",
    "ipv6",
  ]);
});

test("administrators are found whatever the language of Windows calls their group", async () => {
  const german = await ask("win-10", "who are the local administrators", "username", "groupname");
  expect(german).toContainEqual(["Jürgen Müller", "Administratoren"]);
  const mac = await ask("mac-15", "local admins", "username", "gid");
  expect(mac).toContainEqual(["alice", 80]);
});

test("updates of Windows have a time that can be compared", async () => {
  const installed = await ask("win-10", "latest hotfix", "hotfix_id", "installed_on");
  expect(installed).toEqual([["KB5049981", Date.UTC(2025, 0, 15) / 1000]]);
});

test("what protects a Mac is told as antivirus is elsewhere", async () => {
  expect(await ask("mac-12", "antivirus status", "name", "state")).toEqual([
    ["Gatekeeper", "Off"],
    ["System Integrity Protection", "On"],
  ]);
});

test("a question of Linux alone is missing its table, not answered with nothing", async () => {
  await expect(ask("win-10", "sysctl settings", "name")).rejects.toThrow("has no table");
  await expect(ask("mac-15", "sysctl settings", "name")).rejects.toThrow("has no table");
});
