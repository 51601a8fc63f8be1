import { expect, test } from "vitest";
import { softwareUpdate } from "../../../../src/tables/packages/software-update.ts";
import { recordedMac } from "../darwin/recorded-mac.ts";

test("the settings and what the last check offered", async () => {
  expect(await softwareUpdate.collect(recordedMac("12"))).toEqual({
    rows: [
      {
        automatic_check: 1,
        automatic_download: 1,
        install_macos: 0,
        install_data: 1,
        install_security: 1,
        last_check: Date.UTC(2025, 11, 30, 9, 12, 44) / 1000,
        waiting: "Safari, Command Line Tools for Xcode-14.2",
      },
    ],
    gaps: [],
  });
});

test("device management wins, and an old check leaves open what waits now", async () => {
  const { rows, gaps } = await softwareUpdate.collect(recordedMac("15"));
  expect(rows).toMatchObject([
    { automatic_check: 0, automatic_download: null, install_security: 1, waiting: "" },
  ]);
  expect(gaps).toEqual([
    { reason: "error", detail: "macOS last looked for updates 90 days ago", columns: ["waiting"] },
  ]);
});
