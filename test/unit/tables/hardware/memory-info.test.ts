import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryInfo, parseMeminfo } from "../../../../src/tables/hardware/memory-info.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

test("sizes are bytes, and unavailable memory counts as used", async () => {
  expect(await collectRows(memoryInfo, recordedHost("system-debian"))).toMatchObject([
    {
      memory_total: 8_192_000_000,
      percent_used: 25,
      swap_free: 768_000_000,
      swap_percent_used: 25,
    },
  ]);
});

test("a machine without swap uses no share of it", () => {
  expect(parseMeminfo("MemTotal: 10 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB")).toMatchObject({
    memory_total: 10_240,
    memory_available: null,
    percent_used: null,
    swap_percent_used: null,
  });
});

test("garbage gives numbers or NULL", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const value of Object.values(parseMeminfo(`MemTotal:${text}\n${text}`)))
        expect(value === null || Number.isFinite(value)).toBe(true);
    }),
  );
});
