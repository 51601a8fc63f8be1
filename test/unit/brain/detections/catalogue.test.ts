import { expect, test } from "vitest";
import { createCatalogue } from "../../../../src/brain/detections/catalogue.ts";
import { detectionDefinition } from "../../../helpers/records.ts";
import { openTestStore } from "../../../helpers/test-server.ts";

const definitions = [detectionDefinition(), detectionDefinition({ id: "weaker" })];
const shippedCases = { weak: { true_positives: 8, false_positives: 0 } };

test("a detection is described as in the list, with its account's verdicts counted", async () => {
  const store = await openTestStore();
  const catalogue = createCatalogue({ definitions, shippedCases, store });
  const record = {
    id: "inv_1/fnd_1",
    account_id: "acc_1",
    detection_id: "weak",
    investigation_id: "inv_1",
    finding_id: "fnd_1",
    verdict: "false_positive" as const,
    note: null,
    created_at: "2026-11-01T00:00:00.000Z",
  };
  await store.commit([{ type: "put", kind: "verdict", record }]);
  const weak = await catalogue.describe("acc_1", "weak");
  expect(weak?.calibration).toMatchObject({ true_positives: 8, false_positives: 1 });
  expect(await catalogue.list("acc_1")).toEqual([
    weak,
    await catalogue.describe("acc_1", "weaker"),
  ]);
  const elsewhere = await catalogue.describe("acc_2", "weak");
  expect(elsewhere?.calibration).toMatchObject({ true_positives: 8, false_positives: 0 });
  expect(await catalogue.describe("acc_1", "absent")).toBeUndefined();
});
