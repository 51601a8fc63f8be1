import { expect, test } from "vitest";
import { apps } from "../../../../src/tables/packages/apps.ts";
import { homebrewPackages } from "../../../../src/tables/packages/homebrew-packages.ts";
import { packageReceipts } from "../../../../src/tables/packages/package-receipts.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectOf, collectRows, pick } from "../../../helpers/collect-table.ts";
import { recordedMac } from "./recorded-mac.ts";

test("receipts are packages with the time they were installed", async () => {
  const { rows, gaps } = await collectOf(packageReceipts, recordedMac("12"));
  expect(rows).toEqual([
    {
      package_id: "com.example.pkg.Tool",
      package_filename: "Tool 1.2 (ünïversal).pkg",
      version: "1.2.0",
      location: "/",
      install_time: Date.UTC(2024, 8, 17, 8, 30, 15) / 1000,
      installer_name: "installer",
      path: "/var/db/receipts/com.example.pkg.Tool.plist",
    },
  ]);
  expect(gaps).toEqual([
    { reason: "error", detail: "/var/db/receipts/broken.plist: reference to a missing object" },
  ]);
});

test("receipts that can't be listed are denied", () => {
  const closed = closePaths(recordedMac("15"), /receipts/);
  expect(() => packageReceipts.collect(closed)).toThrow(
    expect.objectContaining({ reason: "denied" }),
  );
});

test("applications are found in folders of folders and in homes, whatever their version's type", async () => {
  expect(
    pick(
      await collectRows(apps, recordedMac("12")),
      "path",
      "bundle_name",
      "bundle_short_version",
      "element",
    ),
  ).toEqual([
    {
      path: "/Applications/Google Chrome.app",
      bundle_name: "Chrome",
      bundle_short_version: "131.0.6778.86",
      element: null,
    },
    {
      path: "/Applications/Utilities/Terminal.app",
      bundle_name: "Terminal",
      bundle_short_version: "2.12.7",
      element: null,
    },
    {
      path: "/Users/alice/Applications/Grüße.app",
      bundle_name: "Grüße",
      bundle_short_version: "1.5",
      element: "1",
    },
  ]);
  expect(await collectRows(apps, recordedMac("15"))).toMatchObject([
    { bundle_identifier: "com.apple.mail", copyright: "Copyright © Apple" },
  ]);
});

test("an application that can't be read is a gap", async () => {
  const closed = closePaths(recordedMac("12"), /Terminal\.app/);
  const { rows, gaps } = await collectOf(apps, closed);
  expect(rows).toHaveLength(2);
  expect(gaps).toEqual([
    {
      reason: "denied",
      detail: "/Applications/Utilities/Terminal.app/Contents/Info.plist: permission denied",
    },
  ]);
});

test("every version of a formula is a row, casks too, Homebrew's own folders not", async () => {
  expect(
    pick(await collectRows(homebrewPackages, recordedMac("12")), "name", "version", "type"),
  ).toEqual([
    { name: "openssl@3", version: "3.3.2", type: "formula" },
    { name: "openssl@3", version: "3.4.0", type: "formula" },
    { name: "firefox", version: "132.0.2", type: "cask" },
  ]);
  expect(await collectRows(homebrewPackages, recordedMac("15"))).toMatchObject([
    { name: "fish", prefix: "/opt/homebrew" },
  ]);
});
