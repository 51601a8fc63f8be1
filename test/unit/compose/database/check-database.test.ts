import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkDatabase } from "../../../../src/compose/database/check-database.ts";
import { migrateDatabase } from "../../../../src/compose/database/migrate-database.ts";
import { keyFingerprint, readSecretKey } from "../../../../src/compose/keys/secret-key.ts";
import { openStore } from "../../../../src/compose/store/open-store.ts";
import { migrations } from "../../../../src/store/postgres/migrations/migrate.ts";
import { filledFolder, keysFolder } from "../../../helpers/moving.ts";
import { newDatabase, runSql } from "../../../helpers/postgres.ts";
import { openTestStore } from "../../../helpers/postgres-store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

/** The outcome of each check. */
async function outcomes(dataDir: string, url: string): Promise<Record<string, string>> {
  const { checks } = await checkDatabase(dataDir, url);
  return Object.fromEntries(
    checks.map(({ about, ok, found, next }) => {
      expect(next === null).toBe(ok);
      return [about, `${ok ? "ok" : "problem"}: ${found}`];
    }),
  );
}

test("a database without tables is fine: the first server creates them", async () => {
  expect(await outcomes(keysFolder(), await newDatabase())).toEqual({
    connection: expect.stringMatching(/^ok: PostgreSQL \d+\.\d+ accepts reads and writes\.$/),
    tables: expect.stringMatching(/^ok: There are no tables yet/),
    "secret key": expect.stringMatching(/^ok: .*any secret\.key fits\.$/),
    servers: "ok: No server was seen in the last 30 s.",
  });
});

test("servers over the database are counted, and this folder's is named", async () => {
  const dataDir = keysFolder();
  const databaseUrl = await newDatabase();
  const own = await openStore({ dataDir, databaseUrl });
  const fingerprint = keyFingerprint(readSecretKey(dataDir));
  const other = await openTestStore(databaseUrl, { keyFingerprint: fingerprint });
  const killed = "INSERT INTO inquest.server VALUES ('killed', now() - interval '31 s')";
  await runSql(databaseUrl, killed);
  expect(await outcomes(dataDir, databaseUrl)).toMatchObject({
    tables: `ok: The tables have version ${migrations.length}.`,
    "secret key": "ok: The secret.key is that of the database's servers.",
    servers: expect.stringMatching(
      /^ok: 2 servers were seen in the last 30 s\. That of this folder was seen \d s ago\.$/,
    ),
  });
  await Promise.all([own.close(), other.close()]);
});

test("a folder with another secret key, or none, is a problem", async () => {
  const url = await newDatabase();
  await (await openTestStore(url)).close();
  expect(await outcomes(keysFolder(), url)).toMatchObject({
    "secret key": "problem: The secret.key is not that of the database's servers.",
  });
  expect(await outcomes(join(temporaryFolder(), "none"), url)).toMatchObject({
    "secret key": "problem: The data folder has no secret.key.",
  });
});

test("tables of a newer version are a problem, older ones are migrated by a server", async () => {
  const url = await newDatabase();
  await migrateDatabase(url);
  await runSql(url, `DELETE FROM inquest.migration WHERE version = ${migrations.length}`);
  const older = migrations.length - 1;
  expect(await outcomes(keysFolder(), url)).toMatchObject({
    tables: expect.stringMatching(new RegExp(`^ok: The tables have version ${older}\\. A server`)),
  });
  await runSql(url, `INSERT INTO inquest.migration (version) VALUES (${migrations.length + 1})`);
  expect(await outcomes(keysFolder(), url)).toMatchObject({
    tables: expect.stringMatching(/^problem: .*knows versions up to/),
  });
});

test("a database that only reads is a problem", async () => {
  const url = await newDatabase();
  const name = new URL(url).pathname.slice(1);
  await runSql(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  expect(await outcomes(keysFolder(), url)).toMatchObject({
    connection: expect.stringMatching(/^problem: PostgreSQL .* only reads/),
  });
});

test("why a database can't be reached is the only check then, without a secret", async () => {
  const url = "postgres://someone:very-secret@127.0.0.1:1/inquest";
  const { checks } = await checkDatabase(keysFolder(), url);
  expect(checks).toMatchObject([{ about: "connection", ok: false }]);
  expect(JSON.stringify(checks)).not.toMatch(/very-secret|someone/);
});

test("a folder with records of its own is refused, as the server refuses it", async () => {
  const dataDir = await filledFolder();
  const refused = { code: "records_in_folder" };
  await expect(checkDatabase(dataDir, await newDatabase())).rejects.toMatchObject(refused);
});

test("nothing is changed by a check", async () => {
  const dataDir = keysFolder();
  writeFileSync(join(dataDir, "database"), "an id\n");
  const url = await newDatabase();
  await checkDatabase(dataDir, url);
  expect(readFileSync(join(dataDir, "database"), "utf8")).toBe("an id\n");
  expect(await migrateDatabase(url)).toEqual({ from: 0, to: migrations.length });
});
