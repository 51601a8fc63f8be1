import { afterAll, beforeAll, expect, test } from "vitest";
import { createSqlRunner, type SqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { windowsHost } from "../../../helpers/windows-host.ts";

let runner: SqlRunner;

beforeAll(async () => {
  runner = await createSqlRunner({ host: windowsHost("windows-10-22h2"), tables });
});
afterAll(() => runner.close());

async function ask(sql: string) {
  const [result] = await runner.run([{ id: "q", sql, max_rows: 100, timeout_ms: 5000 }]);
  return result!;
}

test("tables of Windows join as they do elsewhere", async () => {
  const result = await ask(
    "SELECT DISTINCT p.name, l.port FROM listening_ports l JOIN processes p ON p.pid = l.pid",
  );
  expect(result.rows).toEqual([["System", 139]]);
});

test("a question about accounts reads the same on Windows", async () => {
  const result = await ask("SELECT t.username FROM users t WHERE t.enabled = 1 AND t.uid >= 1000");
  expect(result.rows).toEqual([["Jürgen Müller"], ["o'brien & söhne"]]);
});

test.each(["systemd_units", "deb_packages", "sshd_config", "shadow"])(
  "%s is missing, not empty",
  async (table) => {
    const result = await ask(`SELECT * FROM ${table}`);
    expect(result.error).toMatchObject({ reason: "table_missing" });
  },
);
