import { expect, test } from "vitest";
import { isoTime } from "../../../../../src/core/clock.ts";
import { inspectDataDir } from "../../../../../src/store/lowdb/maintenance/inspect-data-dir.ts";
import { receiptBlob } from "../../../../../src/store/records.ts";
import { anInvestigation } from "../../../../contract/store-records.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";
import { openStore } from "../folder.ts";

test("a sweep leaves no file that no record names", async () => {
  const dir = temporaryFolder();
  const store = await openStore({ dir });
  const record = anInvestigation({
    id: "old",
    completed_at: isoTime(0),
    blob: "investigation/old",
    receipts: { blobs: 1, bytes: 1, omitted: 0 },
  });
  // A crash left the last one before the record counted it.
  for (const name of ["investigation/old", receiptBlob("old", 1), receiptBlob("old", 2)])
    await store.putBlob(name, new Uint8Array(1));
  await store.commit([{ type: "put", kind: "investigation", record }]);
  expect(await store.sweep({ nowMs: 2, retentionMs: 1 })).toMatchObject({ investigations: 1 });
  expect((await inspectDataDir(dir)).blobs).toMatchObject({ missing: [], orphaned: [] });
});
