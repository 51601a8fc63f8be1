import { expect, test } from "vitest";
import { systemdTimers } from "../../../../src/tables/services/systemd-timers.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";

test("a timer has its calendar, its unit and whether it is enabled", async () => {
  const { rows } = await systemdTimers.collect(recordedHost("system-debian"));
  expect(rows).toMatchObject([
    { name: "backup.timer", unit: "save.service", calendar: "daily; OnBootSec=5min", enabled: 1 },
    {
      name: "idle.timer",
      unit: "idle.service",
      calendar: "OnUnitActiveSec=1h",
      enabled: 0,
      last_run: null,
    },
  ]);
});

test("without unit folders the table is missing", async () => {
  await expect(systemdTimers.collect(temporaryHost({}))).rejects.toThrow("no systemd unit folder");
});
