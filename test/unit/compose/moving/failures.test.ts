import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { migrateDatabase } from "../../../../src/compose/database/migrate-database.ts";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import { kinds, tableOf } from "../../../../src/store/postgres/records/columns.ts";
import { aSubscription } from "../../../contract/store-records.ts";
import {
  exporting,
  filesIn,
  filledFolder,
  importing,
  keysFolder,
} from "../../../helpers/moving.ts";
import { newDatabase, runSql } from "../../../helpers/postgres.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

async function rowsIn(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const tables = [...kinds.map(tableOf), "inquest.blob", "inquest.installation"];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`);
  const { rows } = await client.query(`SELECT ${counts.join(" + ")} AS rows`);
  await client.end();
  return Number(rows[0].rows);
}

/** A database that runs PL/pgSQL before each row that is inserted into a table. */
async function databaseWith(table: string, body: string): Promise<string> {
  const url = await newDatabase();
  await migrateDatabase(url);
  await runSql(
    url,
    `CREATE FUNCTION interfere() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$;
     CREATE TRIGGER interfere BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION interfere()`,
  );
  return url;
}

test("an import that fails in the middle leaves the database empty, and can be run again", async () => {
  const dataDir = await filledFolder();
  const before = filesIn(dataDir);
  const databaseUrl = await databaseWith(
    "inquest.blob",
    "RAISE 'disk full' USING ERRCODE = '53100';",
  );
  await expect(importing({ dataDir, databaseUrl })).rejects.toMatchObject({
    code: "database_unavailable",
  });
  expect(await rowsIn(databaseUrl)).toBe(0);
  expect(filesIn(dataDir)).toEqual(before);
  await runSql(databaseUrl, "DROP TRIGGER interfere ON inquest.blob");
  await importing({ dataDir, databaseUrl });
});

test("a connection that is killed during an import leaves the database empty", async () => {
  const dataDir = await filledFolder();
  const databaseUrl = await databaseWith(
    "inquest.delivery",
    "PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW;",
  );
  await expect(importing({ dataDir, databaseUrl })).rejects.toMatchObject({
    code: "database_unavailable",
  });
  expect(await rowsIn(databaseUrl)).toBe(0);
});

test.each([
  ["a record that is lost", "inquest.policy", "RETURN NULL;", /0 of 1 \(policy\)/],
  [
    "a record that is changed",
    "inquest.agent",
    "NEW.record = replace(NEW.record::text, 'linux', 'plan9')::json; RETURN NEW;",
    /content .*\(agent\)/,
  ],
  [
    "a secret that is changed",
    "inquest.subscription",
    `NEW.record = jsonb_set(NEW.record::jsonb, '{secrets,0,sealed}', '"other"')::json; RETURN NEW;`,
    /subscription|webhook secret/,
  ],
  ["a blob that is cut off", "inquest.blob", "NEW.data = substr(NEW.data, 2); RETURN NEW;", /blob/],
])("%s is noticed, and everything is undone", async (_, table, body, message) => {
  const dataDir = await filledFolder();
  const databaseUrl = await databaseWith(table, body);
  await expect(importing({ dataDir, databaseUrl })).rejects.toMatchObject({
    code: "copy_differs",
    message: expect.stringMatching(message),
  });
  expect(await rowsIn(databaseUrl)).toBe(0);
});

test("an import that is interrupted leaves the database empty", async () => {
  const dataDir = await filledFolder();
  const databaseUrl = await newDatabase();
  const controller = new AbortController();
  controller.abort(new Error("interrupted"));
  const { signal } = controller;
  await expect(importing({ dataDir, databaseUrl, signal })).rejects.toThrow("interrupted");
  expect(await rowsIn(databaseUrl)).toBe(0);
});

test("a secret that can't be decrypted ends a copy to another key, in either direction", async () => {
  const broken = aSubscription({ secrets: [{ sealed: "bm90aGluZw==", until: null }] });
  const dataDir = await filledFolder([{ type: "put", kind: "subscription", record: broken }]);
  const databaseUrl = await newDatabase();
  const servers = keysFolder();
  const failure = { code: "secret_not_decryptable" };
  await expect(importing({ dataDir, databaseUrl, databaseKeys: servers })).rejects.toMatchObject(
    failure,
  );
  expect(await rowsIn(databaseUrl)).toBe(0);
  // With the same key nothing has to be decrypted.
  await importing({ dataDir, databaseUrl });
  const target = keysFolder();
  const before = filesIn(target);
  const request = { databaseUrl, dataDir: target, databaseKeys: dataDir };
  await expect(exporting(request)).rejects.toMatchObject(failure);
  expect(filesIn(target)).toEqual(before);
});

test("what a killed export has left is no data folder, and the next export replaces it", async () => {
  const dataDir = await filledFolder();
  const databaseUrl = await newDatabase();
  await importing({ dataDir, databaseUrl });
  const complete = join(temporaryFolder(), "data");
  await exporting({ databaseUrl, dataDir: complete, databaseKeys: dataDir });

  const killed = join(temporaryFolder(), "data");
  mkdirSync(join(killed, "unfinished-copy"), { recursive: true, mode: 0o700 });
  const names = Object.keys(filesIn(complete));
  const journal = names.find((name) => name.startsWith("journal-"))!;
  // It died between the last two of its files.
  for (const name of ["blobs", ...names.filter((one) => /^checkpoint-|key$/.test(one))])
    renameSync(join(complete, name), join(killed, name));
  renameSync(join(complete, journal), join(killed, "unfinished-copy", journal));
  await expect(openLowdbStore({ dir: killed })).rejects.toMatchObject({ code: "store_damaged" });
  await exporting({ databaseUrl, dataDir: killed });
  expect(existsSync(join(killed, "unfinished-copy"))).toBe(false);
  await (await openLowdbStore({ dir: killed })).close();

  // A folder that is in use since is never cleared.
  mkdirSync(join(killed, "unfinished-copy"));
  const before = filesIn(killed);
  await expect(exporting({ databaseUrl, dataDir: killed })).rejects.toMatchObject({
    code: "data_dir_not_empty",
  });
  expect(filesIn(killed)).toEqual(before);
});

test("an export to a disk that can't be written leaves nothing", async () => {
  const dataDir = await filledFolder();
  const databaseUrl = await newDatabase();
  await importing({ dataDir, databaseUrl });
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  await expect(
    exporting({ databaseUrl, dataDir: join(file, "data"), databaseKeys: dataDir }),
  ).rejects.toMatchObject({ code: "data_dir_unusable" });
  rmSync(file);
});
