import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inspectDataDir } from "../../../../../src/store/lowdb/maintenance/inspect-data-dir.ts";
import { receiptBlob, type SnapshotRecord } from "../../../../../src/store/records.ts";
import { anInvestigation } from "../../../../contract/store-records.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { openStore } from "../folder.ts";

test("a blob that a crash left half-written is removed at the next start", async () => {
  const dir = temporaryFolder();
  await mkdir(join(dir, "blobs", "~unfinished"), { recursive: true });
  await writeFile(join(dir, "blobs", "~unfinished", "x"), "half");
  await openStore({ dir });
  expect(await readdir(join(dir, "blobs"))).toEqual([]);
});

test("inspection counts blobs and names missing and orphaned ones", async () => {
  const dir = temporaryFolder();
  const store = await openStore({ dir });
  await store.putBlob("rows/there", new Uint8Array(7));
  await store.putBlob(receiptBlob("signed", 1), new Uint8Array(4));
  await store.putBlob(receiptBlob("other", 1), new Uint8Array(1));
  const snapshot = (id: string, blob: string): SnapshotRecord => ({
    id,
    account_id: "acc_one",
    collected_at: "2026-01-01",
    blob,
    index: { offset: 0, length: 0 },
    tables: {},
  });
  await store.commit([
    { type: "put", kind: "investigation", record: anInvestigation({ id: "none" }) },
    {
      type: "put",
      kind: "investigation",
      record: anInvestigation({ id: "lost", blob: "rows/lost" }),
    },
    {
      type: "put",
      kind: "investigation",
      record: anInvestigation({ id: "signed", receipts: { blobs: 2, bytes: 9, omitted: 0 } }),
    },
    { type: "put", kind: "snapshot", record: snapshot("acc_one/host", "rows/there") },
    { type: "put", kind: "snapshot", record: snapshot("acc_one/other", "rows/missing") },
  ]);
  expect((await inspectDataDir(dir)).blobs).toEqual({
    count: 3,
    bytes: 12,
    missing: ["rows/lost", "receipts/signed-2", "rows/missing"],
    orphaned: ["receipts/other-1"],
  });
});

test("a folder that does not exist has no blobs", async () => {
  const dir = join(temporaryFolder(), "nowhere");
  expect(await inspectDataDir(dir)).toMatchObject({ checkpoint: null, journals: [], damage: [] });
});

test("concurrent writes of one blob leave one of them whole", async () => {
  const store = await openStore({ dir: temporaryFolder() });
  await Promise.all([1, 2, 3].map((byte) => store.putBlob("a/b", new Uint8Array(9000).fill(byte))));
  const found = (await store.getBlob("a/b"))!;
  expect(found.length).toBe(9000);
  expect(new Set(found).size).toBe(1);
});
