import { expect, test } from "vitest";
import { parseUptime } from "../../../../../src/tables/system/uptime/windows.ts";
import { printedOn } from "../../../../helpers/windows-host.ts";

const envelope = (system: unknown) => JSON.stringify({ seen: { system }, failed: [] });

test("the time since the start, from either PowerShell's dates and from WMI's own", () => {
  const boot = Date.UTC(2025, 11, 30, 21) / 1000;
  const total = 86_400 + 3 * 3600 + 10;
  expect(parseUptime(printedOn("windows-10-22h2", "uptime")).rows).toEqual([
    { days: 1, hours: 3, minutes: 0, seconds: 10, total_seconds: total, boot_time: boot },
  ]);
  const ofWmi = parseUptime(printedOn("windows-server-2019", "uptime")).rows[0];
  expect(ofWmi?.boot_time).toBe(Date.UTC(2025, 11, 1, 5) / 1000);
  expect(ofWmi?.days).toBe(30);
  expect(parseUptime(printedOn("windows-11-24h2", "uptime")).rows[0]?.days).toBe(7);
});

test.each([[[]], [[{ LastBootUpTime: null, LocalDateTime: null }]], [[{ LastBootUpTime: "x" }]]])(
  "%j is not a time",
  (system) => {
    expect(() => parseUptime(envelope(system))).toThrow("no boot time in the output");
  },
);
