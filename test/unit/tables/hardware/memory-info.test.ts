import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryInfo, parseMeminfo } from "../../../../src/tables/hardware/memory-info.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";

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

const meminfo = { "/proc/meminfo": "MemTotal: 10 kB\n" };

test("the kernel measures how long programs waited for memory", async () => {
  const pressure = "some avg10=0.00 avg60=1.00 avg300=12.50 total=9\nfull avg300=3.00 total=1\n";
  const host = temporaryHost({ ...meminfo, "/proc/pressure/memory": pressure });
  expect(await collectRows(memoryInfo, host)).toMatchObject([{ percent_waited: 12.5 }]);
});

test.each(["ENOENT", "EOPNOTSUPP"])("a kernel that doesn't (%s) leaves no gap", async (code) => {
  const host = temporaryHost(meminfo);
  const read: typeof host.read = (path, maxBytes) => {
    if (path.startsWith("/proc/pressure")) throw Object.assign(new Error(code), { code });
    return host.read(path, maxBytes);
  };
  expect(await memoryInfo.collect({ ...host, read })).toMatchObject({
    rows: [{ percent_waited: null }],
    gaps: [],
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
