import fc from "fast-check";
import { expect, test } from "vitest";
import {
  parseChronyTracking,
  parseTimedatectl,
} from "../../../../src/tables/system/clock-state.ts";
import { time } from "../../../../src/tables/system/time.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";

const tracking =
  "A29FC801,162.159.200.1,4,1717171717.1,-0.000123,0.0001,0.0002,-1.2,0.001,0.02,0.01,0.002,64.5,Normal";

test("the clock is in UTC, with the machine's own zone beside it", async () => {
  const rows = await collectRows(
    time,
    recordedHost("system-debian", { "chronyc -c -n tracking": tracking }),
  );
  expect(rows).toMatchObject([
    {
      weekday: "Thursday",
      year: 2026,
      month: 1,
      day: 1,
      hour: 0,
      timezone: "UTC",
      local_timezone: "Europe/Vienna",
      unix_time: 1_767_225_600,
      iso_8601: "2026-01-01T00:00:00Z",
      synchronised: 1,
      offset_seconds: -0.000123,
      ntp_server: "162.159.200.1",
    },
  ]);
});

test("an unknown synchronisation is NULL and a gap", async () => {
  const { rows, gaps } = await time.collect(temporaryHost({}));
  expect(rows).toMatchObject([{ synchronised: null, local_timezone: "UTC" }]);
  expect(gaps).toMatchObject([{ reason: "table_missing" }]);
});

test("chrony without a source isn't synchronised", () => {
  expect(parseChronyTracking("00000000,,0,0,0,0,0,0,0,0,0,1,0,Not synchronised")).toEqual({
    synchronised: 0,
    offset_seconds: 0,
    ntp_server: null,
  });
});

test("systemd's time service is understood", () => {
  expect(parseTimedatectl("NTP=yes\nNTPSynchronized=no", "ServerName=0.pool.example")).toEqual({
    synchronised: 0,
    offset_seconds: null,
    ntp_server: "0.pool.example",
  });
  expect(parseTimedatectl("", "").synchronised).toBeNull();
});

test("any output is parsed without an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { offset_seconds } = parseChronyTracking(text);
      expect(offset_seconds === null || Number.isFinite(offset_seconds)).toBe(true);
    }),
  );
});
