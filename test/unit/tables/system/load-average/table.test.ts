import { expect, test } from "vitest";
import { loadAverage } from "../../../../../src/tables/system/load-average/table.ts";
import { collectRows } from "../../../../helpers/collect-table.ts";
import { recordedHost, temporaryHost } from "../../../../helpers/host.ts";

test("each period has a row", async () => {
  expect(await collectRows(loadAverage, recordedHost("system-debian"))).toEqual([
    { period: "1m", average: "0.52" },
    { period: "5m", average: "1.25" },
    { period: "15m", average: "4.00" },
  ]);
});

test("without /proc the table is missing, not empty", () => {
  expect(() => loadAverage.collect(temporaryHost({}))).toThrow("/proc/loadavg: not found");
});
