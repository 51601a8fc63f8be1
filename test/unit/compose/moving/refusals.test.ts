import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { migrateDatabase } from "../../../../src/compose/database/migrate-database.ts";
import { keyFingerprint, readSecretKey } from "../../../../src/compose/keys/secret-key.ts";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import { migrations } from "../../../../src/store/postgres/migrations/migrate.ts";
import { aKey } from "../../../contract/store-records.ts";
import {
  exporting,
  filesIn,
  filledFolder,
  importing,
  keysFolder,
} from "../../../helpers/moving.ts";
import { newDatabase, runSql } from "../../../helpers/postgres.ts";
import { openTestStore } from "../../../helpers/postgres-store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

/** A database with the records of a folder. */
async function filledDatabase() {
  const dataDir = await filledFolder();
  const databaseUrl = await newDatabase();
  await importing({ dataDir, databaseUrl });
  return { dataDir, databaseUrl, fingerprint: keyFingerprint(readSecretKey(dataDir)) };
}

test("a folder that a server has open is not imported", async () => {
  const dataDir = await filledFolder();
  const databaseUrl = await newDatabase();
  const store = await openLowdbStore({ dir: dataDir });
  await expect(importing({ dataDir, databaseUrl })).rejects.toMatchObject({
    code: "data_dir_in_use",
  });
  await store.close();
  await importing({ dataDir, databaseUrl });
});

test("a folder without records, without a key, or of a server over a database is not imported", async () => {
  const databaseUrl = await newDatabase();
  const refused = (dataDir: string, code: string) =>
    expect(importing({ dataDir, databaseUrl })).rejects.toMatchObject({ code });
  await refused(join(temporaryFolder(), "none"), "not_found");
  await refused(keysFolder(), "not_found");
  const keyless = await filledFolder();
  rmSync(join(keyless, "secret.key"));
  await refused(keyless, "no_secret_key");
  expect(existsSync(join(keyless, "secret.key"))).toBe(false);
  const over = keysFolder();
  writeFileSync(join(over, "database"), "id\n");
  await refused(over, "records_in_database");
});

test("a damaged folder is not imported", async () => {
  const dataDir = await filledFolder();
  const journal = Object.keys(filesIn(dataDir)).find((name) => name.startsWith("journal-"))!;
  const path = join(dataDir, journal);
  writeFileSync(path, `nonsense\n${readFileSync(path, "utf8")}`);
  const databaseUrl = await newDatabase();
  await expect(importing({ dataDir, databaseUrl })).rejects.toMatchObject({
    code: "store_damaged",
  });
});

test("a database with records, or one whose servers have another key, is not filled", async () => {
  const { databaseUrl } = await filledDatabase();
  const dataDir = await filledFolder();
  await expect(importing({ dataDir, databaseUrl })).rejects.toMatchObject({
    code: "database_not_empty",
  });
  const other = await newDatabase();
  await (await openTestStore(other, { keyFingerprint: "another" })).close();
  await expect(importing({ dataDir, databaseUrl: other })).rejects.toMatchObject({
    code: "other_secret_key",
  });
});

test("a database that a server uses is neither filled nor read; one seen 30 s ago is gone", async () => {
  const { dataDir, databaseUrl, fingerprint } = await filledDatabase();
  const empty = await newDatabase();
  const copy = { databaseUrl, dataDir: join(temporaryFolder(), "data"), databaseKeys: dataDir };
  const inUse = { code: "database_in_use", message: expect.stringMatching(/^A server uses /) };
  const stores = [
    await openTestStore(empty),
    await openTestStore(databaseUrl, { keyFingerprint: fingerprint }),
  ];
  await expect(importing({ dataDir, databaseUrl: empty })).rejects.toMatchObject(inUse);
  await expect(exporting(copy)).rejects.toMatchObject(inUse);
  expect(existsSync(copy.dataDir)).toBe(false);
  await Promise.all(stores.map((store) => store.close()));
  const killed = "INSERT INTO inquest.server VALUES ('killed', now() - interval '20 s')";
  await runSql(databaseUrl, killed);
  await expect(exporting(copy)).rejects.toMatchObject(inUse);
  await runSql(databaseUrl, "UPDATE inquest.server SET seen_at = now() - interval '31 s'");
  await exporting(copy);
});

test("a server that starts during an import waits for its end", async () => {
  const dataDir = await filledFolder();
  const databaseUrl = await newDatabase();
  await migrateDatabase(databaseUrl);
  const holder = new pg.Client(databaseUrl);
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE inquest.blob");
  const untilSomeoneWaitsFor = async (table: string) => {
    const waiting = `SELECT FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`;
    while ((await holder.query(waiting)).rowCount === 0);
  };
  const imported = importing({ dataDir, databaseUrl });
  await untilSomeoneWaitsFor("inquest.blob");
  const keyFingerprintOfServer = keyFingerprint(readSecretKey(dataDir));
  const opened = openTestStore(databaseUrl, { keyFingerprint: keyFingerprintOfServer });
  await untilSomeoneWaitsFor("inquest.server");
  await holder.query("COMMIT");
  await holder.end();
  const { records } = await imported;
  const store = await opened;
  const counts = Object.fromEntries(records.map(({ kind, count }) => [kind, count]));
  expect((await store.statistics()).records).toEqual(counts);
  await store.close();
});

test("only a folder without records is exported to", async () => {
  const { dataDir, databaseUrl } = await filledDatabase();
  const refused = async (target: string, code: string) => {
    const before = filesIn(target);
    const request = { databaseUrl, dataDir: target, databaseKeys: dataDir };
    await expect(exporting(request)).rejects.toMatchObject({ code });
    expect(filesIn(target)).toEqual(before);
  };
  await refused(await filledFolder(), "data_dir_not_empty");
  const withFile = temporaryFolder();
  writeFileSync(join(withFile, "notes"), "mine");
  await refused(withFile, "data_dir_not_empty");
  const open = keysFolder();
  mkdirSync(open, { recursive: true });
  const store = await openLowdbStore({ dir: open });
  await refused(open, "data_dir_in_use");
  await store.close();
});

test("an export needs the key of the database's servers", async () => {
  const { dataDir, databaseUrl } = await filledDatabase();
  const target = join(temporaryFolder(), "data");
  const other = { code: "other_secret_key", subject: "database" };
  await expect(exporting({ databaseUrl, dataDir: target })).rejects.toMatchObject(other);
  const wrong = keysFolder();
  const withWrong = { databaseUrl, dataDir: target, databaseKeys: wrong };
  await expect(exporting(withWrong)).rejects.toMatchObject(other);
  expect(existsSync(target)).toBe(false);
  mkdirSync(target, { mode: 0o700 });
  copyFileSync(join(dataDir, "secret.key"), join(target, "secret.key"));
  // Its server will create another plan key.
  expect(await exporting({ databaseUrl, dataDir: target })).toMatchObject({
    plan_key_changed: true,
  });
});

test("a database without tables, of an older or of a newer version is not exported", async () => {
  const { dataDir, databaseUrl } = await filledDatabase();
  const target = join(temporaryFolder(), "data");
  const refused = (url: string, code: string) =>
    expect(
      exporting({ databaseUrl: url, dataDir: target, databaseKeys: dataDir }),
    ).rejects.toMatchObject({ code });
  await refused(await newDatabase(), "database_empty");
  const last = `SELECT max(version) FROM inquest.migration`;
  await runSql(databaseUrl, `DELETE FROM inquest.migration WHERE version = (${last})`);
  await refused(databaseUrl, "database_too_old");
  const newer = `INSERT INTO inquest.migration (version) VALUES (${migrations.length + 1})`;
  await runSql(databaseUrl, newer);
  await refused(databaseUrl, "store_too_new");
  await expect(importing({ dataDir, databaseUrl })).rejects.toMatchObject({
    code: "store_too_new",
  });
});

test("a kind of record that this version doesn't know is not dropped silently", async () => {
  const record = aKey();
  const dataDir = await filledFolder([{ type: "put", kind: "later" as "key", record }]);
  await expect(importing({ dataDir, databaseUrl: await newDatabase() })).rejects.toMatchObject({
    code: "store_too_new",
    message: expect.stringMatching(/later/),
  });
});
