import { expect, test } from "vitest";
import { uptime } from "../../../../../src/tables/system/uptime/table.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { collectRows } from "../../../../helpers/collect-table.ts";
import { recordedHost } from "../../../../helpers/host.ts";

const debian = recordedHost("system-debian");

test("the time since the start is split up and the start is given as an epoch", async () => {
  expect(await collectRows(uptime, debian)).toEqual([
    { days: 1, hours: 2, minutes: 3, seconds: 4, total_seconds: 93_784, boot_time: 1_795_000_000 },
  ]);
});

test("a closed /proc/uptime makes the table unavailable, a closed /proc/stat a gap", async () => {
  const closed = (name: string) => closePaths(debian, (path) => path === name);
  expect(() => uptime.collect(closed("/proc/uptime"))).toThrow("/proc/uptime: permission denied");
  const { rows, gaps } = await uptime.collect(closed("/proc/stat"));
  expect(rows).toMatchObject([{ days: 1, boot_time: null }]);
  expect(gaps).toEqual([{ reason: "denied", detail: "/proc/stat: permission denied" }]);
});
