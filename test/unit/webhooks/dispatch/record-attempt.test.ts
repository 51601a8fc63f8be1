import { expect, onTestFinished, test } from "vitest";
import { openLowdbStore } from "../../../../src/store/lowdb/open-lowdb-store.ts";
import type { Store } from "../../../../src/store/port/store.ts";
import type { DeliveryRecord } from "../../../../src/store/records.ts";
import { recordAttempt } from "../../../../src/webhooks/dispatch/record-attempt.ts";
import { aDelivery } from "../../../contract/store-records.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const attempt = { number: 1, at: "2026-01-01T00:00:00.000Z", response_code: 500 };
const attempted = (before: DeliveryRecord): DeliveryRecord => ({
  ...before,
  status: "retrying",
  attempts: [...before.attempts, { ...attempt, error: null, duration_ms: 1 }],
});

test("an attempt whose commit succeeded without a response is recorded once", async () => {
  const store = await openLowdbStore({ dir: temporaryFolder() });
  onTestFinished(() => store.close());
  await store.commit([{ type: "put", kind: "delivery", record: aDelivery({ id: "dlv_1" }) }]);
  const known = (await store.find("delivery", "dlv_1"))!;
  let commits = 0;
  const losesOneResponse: Store = {
    ...store,
    async commit(...args) {
      const result = await store.commit(...args);
      if (++commits === 1) throw new Error("the connection was lost");
      return result;
    },
  };
  const stopped = AbortSignal.abort();
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const terms = { store: losesOneResponse, onError };
  expect(await recordAttempt(known, attempted, { ...terms, signal: stopped })).toBe(null);
  expect(errors).toHaveLength(1);
  const after = await recordAttempt(known, attempted, { ...terms, signal: stopped });
  expect(after?.attempts).toHaveLength(1);
  expect((await store.find("delivery", "dlv_1"))?.record.attempts).toHaveLength(1);
});
