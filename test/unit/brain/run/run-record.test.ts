import { expect, onTestFinished, test } from "vitest";
import { openRunRecord } from "../../../../src/brain/run/run-record.ts";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import { anInvestigation } from "../../../contract/store-records.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test("a run that another worker has taken over writes nothing more", async () => {
  const store = await openLowdbStore({ dir: temporaryFolder() });
  onTestFinished(() => store.close());
  const record = anInvestigation({ id: "inv_1", status: "running" });
  await store.commit([{ type: "put", kind: "investigation", record }]);
  const run = (await openRunRecord(store, "inv_1", "first"))!;
  const held = (worker: string) => ({ ...record, lease: { worker, until: 60_000 } });
  expect(await run.update(() => held("first"))).toBe(true);
  await store.commit([{ type: "put", kind: "investigation", record: held("second") }]);
  expect(await run.update((before) => ({ ...before, lease: null, attempts: 9 }))).toBe(false);
  expect((await store.find("investigation", "inv_1"))?.record).toEqual(held("second"));
});
