import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cell } from "../../../../src/contract/common.ts";
import { createSqlRunner, type SqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import type { TableRows } from "../../../../src/engine/types.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { context, reader } from "./reader-under-test.ts";

let runner: SqlRunner;
beforeAll(async () => {
  runner = await createSqlRunner({ tables });
});
afterAll(() => runner.close());

const statement = (sql: string) => ({ id: "q", sql, max_rows: 100, timeout_ms: 5000 });

/** The rows that a question's own statements give over the rows of simulated hosts. */
async function answer(question: string, hosts: Record<string, TableRows>): Promise<Cell[][]> {
  const { sql, merge_sql } = reader.read(question, context);
  const merged: { columns: string[]; rows: Cell[][] } = { columns: [], rows: [] };
  for (const [host, rows] of Object.entries(hosts)) {
    for (const one of sql) {
      const [result] = await runner.run([statement(one)], { rows });
      if (!result || result.error) throw new Error(result?.error?.message ?? "no result");
      merged.columns = ["host", ...result.columns];
      merged.rows.push(...result.rows.map((row) => [host, ...row]));
    }
  }
  if (merge_sql === null) return merged.rows;
  const [over] = await runner.run([statement(merge_sql)], {
    mergedTable: { name: "rows", ...merged },
  });
  if (!over || over.error) throw new Error(over?.error?.message ?? "no result");
  return over.rows;
}

const members = (...pairs: [string, string][]) =>
  pairs.map(([username, groupname]) => ({ username, groupname, uid: 1, gid: 1 }));

const packages = (...names: string[]) => ({
  deb_packages: names.map((name) => ({ name, version: "1", status: "install ok installed" })),
});

test("those in both groups are in each of them, not in either", async () => {
  const rows = await answer("users in both docker and sudo", {
    "web-1": {
      user_groups: members(["ann", "docker"], ["ann", "sudo"], ["ben", "docker"], ["cat", "sudo"]),
    },
  });
  expect(rows.map((row) => row.slice(0, 3))).toEqual([
    ["web-1", "ann", "docker"],
    ["web-1", "ann", "sudo"],
  ]);
});

test("hosts with both packages have each of them", async () => {
  const rows = await answer("hosts with both nginx and apache2", {
    "web-1": packages("nginx", "apache2"),
    "web-2": packages("nginx"),
    "web-3": packages("apache2", "curl"),
  });
  expect(rows).toEqual([["web-1"]]);
});

test("what one host has and the other has not is no difference the other way", async () => {
  const hosts = { "web-1": packages("nginx", "curl"), "db-1": packages("curl", "postgres") };
  const onWeb = await answer("packages on web-1 that db-1 has not got", hosts);
  const onDb = await answer("packages installed on db-1 but not on web-1", hosts);
  expect([onWeb, onDb]).toEqual([[["nginx", "web-1"]], [["postgres", "db-1"]]]);
});

test("a condition on how many there are is one on the groups of all hosts together", async () => {
  const failed = (...names: string[]) => ({
    failed_logins: names.map((username, at) => ({ username, time: at + 1 })),
  });
  const rows = await answer("users with more than 2 failed logins", {
    "web-1": failed("ann", "ann", "ben"),
    "web-2": failed("ann", "ben"),
  });
  expect(rows).toEqual([["ann", 3]]);
});

test("users who never logged in are those of the accounts without a login", async () => {
  const rows = await answer("users who have never logged in", {
    "web-1": {
      users: ["ann", "ben"].map((username) => ({ username, uid: 1, shell: "/bin/sh" })),
      last: [{ username: "ann", type_name: "user-process", time: 1 }],
    },
  });
  expect(rows.map((row) => row[1])).toEqual(["ben"]);
});

test("a range takes in both its ends", async () => {
  const listening = [7999, 8000, 9000, 9001].map((port) => ({ port, address: "::", pid: 1 }));
  const rows = await answer("ports 8000 to 9000", { "web-1": { listening_ports: listening } });
  expect(rows.map((row) => row.find((cell) => Number(cell) >= 7999))).toEqual([8000, 9000]);
});

test("a unit of systemd is found without its ending", async () => {
  const unit = { id: "sshd.service", active_state: "active", unit_file_state: "enabled" };
  const rows = await answer("is the sshd service running", { "db-1": { systemd_units: [unit] } });
  expect(rows.map((row) => row[1])).toEqual(["sshd.service"]);
});

test("users without a job are without one in every source that knows whose a job is", async () => {
  const users = ["ann", "ben", "cat"].map((username) => ({ username, uid: 1, shell: "/bin/sh" }));
  const rows = await answer("users without cron jobs", {
    "mac-1": {
      users,
      crontab: [{ username: "ann", command: "x" }],
      launchd: [{ label: "b", username: "ben", start_interval: "60" }],
    },
  });
  expect(rows.map((row) => row[1])).toEqual(["cat"]);
});

test("signs of a pattern in a name are themselves", async () => {
  const programs = ["Notepad++ (64-bit)", "Notepad 2"].map((name) => ({ name, version: "8" }));
  const rows = await answer("is notepad++ installed", { "win-1": { programs } });
  expect(rows.map((row) => row[1])).toEqual(["Notepad++ (64-bit)"]);
});
