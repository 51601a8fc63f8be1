import { afterAll, expect, test } from "vitest";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { statement } from "../../engine/fake-tables.ts";
import { recordedMac } from "./recorded-mac.ts";

const runner = await createSqlRunner({ host: recordedMac("15"), tables });
afterAll(() => runner.close());

const ask = async (sql: string) => (await runner.run([statement(sql)], {}))[0]!;

test("the same SQL works as on Linux", async () => {
  const listening = await ask(
    "SELECT l.port, p.path, u.username FROM listening_ports l JOIN processes p USING (pid) JOIN users u ON u.uid = p.uid WHERE l.port > 0 AND u.type = 'user'",
  );
  expect(listening).toMatchObject({
    error: null,
    rows: [[8080, "/private/tmp/.hidden/xmrig", "_backdoor"]],
  });
  const version = await ask("SELECT platform, version FROM os_version");
  expect(version.rows).toEqual([["darwin", "15.1"]]);
});

test("gaps of columns touch only the statements that read them", async () => {
  expect((await ask("SELECT label, pid FROM launchd")).gaps).toContainEqual(
    expect.objectContaining({ table: "launchd", reason: "denied" }),
  );
  expect((await ask("SELECT label FROM launchd")).gaps).not.toContainEqual(
    expect.objectContaining({ reason: "denied" }),
  );
  const path = "/etc/hosts";
  expect((await ask(`SELECT size FROM file WHERE path = '${path}'`)).gaps).toEqual([]);
  expect((await ask(`SELECT owner FROM file WHERE path = '${path}'`)).gaps).toHaveLength(1);
});

test("a table that macOS doesn't have is missing, not empty", async () => {
  expect((await ask("SELECT * FROM systemd_units")).error).toMatchObject({
    reason: "table_missing",
  });
});
