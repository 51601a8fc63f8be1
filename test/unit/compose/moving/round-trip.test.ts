import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keyFingerprint, readSecretKey } from "../../../../src/compose/keys/secret-key.ts";
import { openStore } from "../../../../src/compose/store/open-store.ts";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import { kinds } from "../../../../src/store/postgres/records/columns.ts";
import { aDelivery } from "../../../contract/store-records.ts";
import {
  allOf,
  exporting,
  filesIn,
  filledFolder,
  importing,
  keysFolder,
  secretBoxOf,
} from "../../../helpers/moving.ts";
import { newDatabase } from "../../../helpers/postgres.ts";
import { openTestStore } from "../../../helpers/postgres-store.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test("a folder that is imported and exported again has the same records, blobs and keys", async () => {
  const dataDir = await filledFolder();
  const before = filesIn(dataDir);
  const databaseUrl = await newDatabase();
  const imported = await importing({ dataDir, databaseUrl });
  expect(filesIn(dataDir)).toEqual(before);
  expect(imported.records.map(({ kind }) => kind)).toEqual([...kinds].sort());
  expect(imported).toMatchObject({
    blobs: { count: 2, bytes: 300_011 },
    secrets: { count: 3, reencrypted: false },
    plan_key_changed: false,
  });
  const copy = join(temporaryFolder(), "new", "data");
  const exported = await exporting({ databaseUrl, dataDir: copy, databaseKeys: dataDir });
  expect(exported).toEqual({ ...imported, data_dir: copy, keys_dir: copy });
  const [from, to] = await Promise.all([dataDir, copy].map((dir) => openLowdbStore({ dir })));
  for (const kind of kinds) expect(await allOf(to!, kind)).toEqual(await allOf(from!, kind));
  expect(await to!.getBlob("snapshot/web-1")).toEqual(await from!.getBlob("snapshot/web-1"));
  await Promise.all([from!.close(), to!.close()]);
  for (const name of ["secret.key", "plan.key"]) expect(filesIn(copy)[name]).toBe(before[name]);
});

test("a server with the same key finds what was imported, without leases; one with another is refused", async () => {
  const dataDir = await filledFolder();
  const url = await newDatabase();
  await importing({ dataDir, databaseUrl: url });
  await expect(openTestStore(url)).rejects.toMatchObject({ code: "other_secret_key" });
  const fingerprint = keyFingerprint(readSecretKey(dataDir));
  const store = await openTestStore(url, { keyFingerprint: fingerprint });
  expect(await allOf(store, "investigation")).toMatchObject([{ lease: null, due_at: 0 }]);
  const query = { worker: "w", nowMs: 1, leaseMs: 1000, limit: 9 };
  expect(await store.claim("investigation", query)).toHaveLength(1);
  expect(await store.getBlob("investigation/inv_1")).toEqual(Buffer.from('{"rows":[]}'));
  await store.close();
});

test("secrets are re-encrypted when the database's servers have another key, and back", async () => {
  const dataDir = await filledFolder();
  const servers = keysFolder();
  const databaseUrl = await newDatabase();
  const imported = await importing({ dataDir, databaseUrl, databaseKeys: servers });
  expect(imported).toMatchObject({
    secrets: { reencrypted: true },
    keys_dir: servers,
    plan_key_changed: true,
  });
  const store = await openTestStore(databaseUrl, {
    keyFingerprint: keyFingerprint(readSecretKey(servers)),
  });
  const [subscription] = await allOf(store, "subscription");
  const { open } = secretBoxOf(servers);
  expect(subscription!.secrets.map(({ sealed }) => open(sealed))).toEqual([
    "whsec_first",
    "whsec_replaced",
  ]);
  await store.close();

  // Its own key stays.
  const other = keysFolder();
  const exported = await exporting({ databaseUrl, dataDir: other, databaseKeys: servers });
  expect(exported.secrets).toEqual({ count: 3, reencrypted: true });
  expect(exported.records).toEqual(imported.records);
  const back = await openLowdbStore({ dir: other });
  const [delivery] = await allOf(back, "delivery");
  expect(delivery!.secrets.map(secretBoxOf(other).open)).toEqual(["whsec_first"]);
  await back.close();
});

test("a server's folder over the database becomes one with the records", async () => {
  const dataDir = await filledFolder();
  const databaseUrl = await newDatabase();
  await importing({ dataDir, databaseUrl });
  for (const name of ["blobs", ...Object.keys(filesIn(dataDir)).filter((one) => /^[cj]/.test(one))])
    rmSync(join(dataDir, name), { recursive: true });
  await (await openStore({ dataDir, databaseUrl })).close();
  expect(existsSync(join(dataDir, "database"))).toBe(true);
  await exporting({ databaseUrl, dataDir });
  const { store, close } = await openStore({ dataDir });
  expect((await store.statistics()).records).toMatchObject({ agent: 1, delivery: 1 });
  await close();
});

test("more records than a batch are copied", async () => {
  const many = Array.from({ length: 1234 }, (_, at) => aDelivery({ id: `dlv_${at}` }));
  const dataDir = await filledFolder(
    many.map((record) => ({ type: "put", kind: "delivery", record })),
  );
  const databaseUrl = await newDatabase();
  const { records } = await importing({ dataDir, databaseUrl });
  expect(records).toContainEqual(expect.objectContaining({ kind: "delivery", count: 1235 }));
  const copy = join(temporaryFolder(), "data");
  expect((await exporting({ databaseUrl, dataDir: copy, databaseKeys: dataDir })).records).toEqual(
    records,
  );
});
