import { expect, test } from "vitest";
import { busyBetween, cpuInfo } from "../../../../src/tables/hardware/cpu-info.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

test("two threads of one core are one socket with one core", async () => {
  expect(await collectRows(cpuInfo, recordedHost("system-debian"))).toMatchObject([
    {
      device_id: "CPU0",
      model: "Intel(R) Xeon(R)",
      number_of_cores: "1",
      logical_processors: 2,
      address_width: "64",
      current_clock_speed: 2500,
      percent_used: null,
    },
  ]);
});

test("the load is the share of time that was neither idle nor waiting", () => {
  expect(busyBetween("cpu  100 0 0 100 0 0 0 0", "cpu  130 0 0 150 20 0 0 0")).toBe(30);
  expect(busyBetween("cpu  1 0 0 1 0 0 0 0", "cpu  1 0 0 1 0 0 0 0")).toBeNull();
  expect(busyBetween("", "rubbish")).toBeNull();
});
