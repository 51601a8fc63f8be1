import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { tarEnd, tarHeader, tarPadding } from "../../../../../src/store/lowdb/backup/tar.ts";
import { backupDataDir } from "../../../../../src/store/lowdb/maintenance/backup-data-dir.ts";
import { restoreDataDir } from "../../../../../src/store/lowdb/maintenance/restore-data-dir.ts";
import { openLowdbStore } from "../../../../../src/store/lowdb/open-lowdb-store.ts";
import { draftDelivery } from "../../../../../src/webhooks/outbox/draft-delivery.ts";
import { createSecretBox } from "../../../../../src/webhooks/signing/secret-box.ts";
import { aKey, anInvestigation, aSubscription } from "../../../../contract/store-records.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { openStore } from "../folder.ts";

/** A folder with a record, a blob and both keys, and the path of a backup of it. */
async function aBackup(): Promise<{ file: string; restored: string; blob: Uint8Array }> {
  const dir = temporaryFolder();
  const blob = Uint8Array.from({ length: 100_001 }, (_, at) => (at * 31) % 256);
  const store = await openLowdbStore({ dir });
  await store.putBlob("rows/one", blob);
  await store.commit([{ type: "put", kind: "key", record: aKey({ id: "a" }) }]);
  await store.close();
  await writeFile(join(dir, "secret.key"), "secret", { mode: 0o600 });
  await writeFile(join(dir, "plan.key"), "plan", { mode: 0o600 });
  const folder = temporaryFolder();
  const file = join(folder, "backup.tar.gz");
  expect(await backupDataDir(dir, file)).toMatchObject({ file, blobs: 1 });
  return { file, restored: join(folder, "restored"), blob };
}

test("a restore brings back everything in the backup, including keys and blobs", async () => {
  const { file, restored, blob } = await aBackup();
  expect(await restoreDataDir(file, restored)).toMatchObject({ records: 1, files: 5 });
  expect(await readFile(join(restored, "secret.key"), "utf8")).toBe("secret");
  expect(await readFile(join(restored, "plan.key"), "utf8")).toBe("plan");
  expect((await stat(join(restored, "secret.key"))).mode & 0o777).toBe(0o600);
  const store = await openStore({ dir: restored });
  expect((await store.find("key", "a"))?.record.id).toBe("a");
  expect(new Uint8Array((await store.getBlob("rows/one"))!)).toEqual(blob);
});

test("a backup is readable by its owner only, and any tar can list it", async () => {
  const { file } = await aBackup();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(execFileSync("tar", ["tzf", file], { encoding: "utf8" }).trim().split("\n")).toEqual([
    "checkpoint-0000000000000001.json",
    "secret.key",
    "plan.key",
    "blobs/rows/one",
    "journal-0000000000000002.jsonl",
  ]);
});

test("a backup contains no signing secret in plain text", async () => {
  const dir = temporaryFolder();
  const box = createSecretBox(randomBytes(32), randomBytes);
  const secret = `whsec_${randomBytes(33).toString("base64")}`;
  const subscription = aSubscription({ secrets: [{ sealed: box.seal(secret), until: null }] });
  const event = { event_id: "e", event_type: "agent.registered" } as const;
  const store = await openLowdbStore({ dir });
  await store.commit([
    { type: "put", kind: "subscription", record: subscription },
    { type: "put", kind: "delivery", record: draftDelivery(event, subscription, { nowMs: 0 }) },
  ]);
  await store.close();
  const file = join(temporaryFolder(), "backup.tar.gz");
  await backupDataDir(dir, file);
  const content = gunzipSync(await readFile(file));
  expect(content.includes(subscription.id)).toBe(true);
  for (const shown of [secret, secret.slice("whsec_".length)]) {
    expect(content.includes(shown)).toBe(false);
    expect(content.includes(Buffer.from(shown).toString("base64"))).toBe(false);
  }
});

test("a backup made during commits is consistent and contains every referenced blob", async () => {
  const dir = temporaryFolder();
  const store = await openStore({ dir, checkpointBytes: 30_000 });
  let going = true;
  const writer = async () => {
    for (let count = 0; going; count++) {
      const blob = `rows/b${count}`;
      await store.putBlob(blob, new Uint8Array(10));
      await store.commit([
        { type: "put", kind: "key", record: aKey({ id: "count", name: `${count}` }) },
        {
          type: "put",
          kind: "investigation",
          record: anInvestigation({ id: `inv_${String(count).padStart(6, "0")}`, blob }),
        },
      ]);
    }
  };
  const writing = writer();
  const folder = temporaryFolder();
  for (let round = 0; round < 5; round++) {
    const file = join(folder, `${round}.tar.gz`);
    await store.backup(file);
    const restored = join(folder, `${round}`);
    await restoreDataDir(file, restored);
    const copy = await openLowdbStore({ dir: restored });
    const count = Number((await copy.find("key", "count"))?.record.name ?? -1);
    expect((await copy.statistics()).records.investigation ?? 0).toBe(count + 1);
    for await (const { blob } of copy.scan("investigation")) {
      expect(await copy.getBlob(blob!), blob!).toBeDefined();
    }
    await copy.close();
  }
  going = false;
  await writing;
});

test("restoring into a folder that isn't empty is refused and changes nothing", async () => {
  const { file, restored } = await aBackup();
  await mkdir(restored);
  await writeFile(join(restored, "mine"), "mine");
  await expect(restoreDataDir(file, restored)).rejects.toMatchObject({
    code: "data_dir_not_empty",
  });
  expect(await readdir(restored)).toEqual(["mine"]);
});

test("a backup that is truncated, damaged, absent or not a backup restores nothing", async () => {
  const { file, restored } = await aBackup();
  const whole = await readFile(file);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 1;
  const wrongSum = Buffer.from(whole);
  wrongSum[whole.length - 6]! ^= 1;
  const tar = gunzipSync(whole);
  const wrong = [
    whole.subarray(0, whole.length - 100),
    flipped,
    wrongSum,
    gzipSync(tar.subarray(0, tar.length - 1024)),
    Buffer.from("not a backup"),
    Buffer.alloc(0),
    gzipSync(""),
    gzipSync(tarEnd),
    gzipSync(tarEnd.subarray(0, 100)),
  ];
  for (const [at, bytes] of wrong.entries()) {
    await writeFile(file, bytes);
    await expect(restoreDataDir(file, restored), `case ${at}`).rejects.toMatchObject({
      code: "backup_unreadable",
    });
    expect(await readdir(restored)).toEqual([]);
  }
  await expect(restoreDataDir(`${file}.absent`, restored)).rejects.toThrow("no such file");
});

test.each(["../outside", "/outside", "blobs/../../outside", "lock", "server.json"])(
  "an archive that would write %s restores nothing",
  async (path) => {
    const folder = temporaryFolder();
    const file = join(folder, "evil.tar.gz");
    const parts = [tarHeader({ path, bytes: 3 }), Buffer.from("abc"), tarPadding(3), tarEnd];
    await writeFile(file, gzipSync(Buffer.concat(parts)));
    await expect(restoreDataDir(file, join(folder, "data"))).rejects.toMatchObject({
      code: "backup_unreadable",
    });
    expect(await readdir(folder)).toEqual(["data", "evil.tar.gz"]);
  },
);

test("a folder that another store has open is not backed up", async () => {
  const dir = temporaryFolder();
  await openStore({ dir });
  const file = join(temporaryFolder(), "backup");
  await expect(backupDataDir(dir, file)).rejects.toMatchObject({ code: "data_dir_in_use" });
});
