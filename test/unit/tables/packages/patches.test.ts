import { expect, test } from "vitest";
import { parsePatches } from "../../../../src/tables/packages/patches.ts";
import { printedOn } from "../../../helpers/windows-host.ts";

test("one update that isn't in a list", () => {
  expect(parsePatches(printedOn("windows-10-22h2", "patches")).rows).toEqual([
    {
      csname: "WERK-PC",
      hotfix_id: "KB5049981",
      caption: "http://support.microsoft.com/?kbid=5049981",
      description: "Security Update",
      fix_comments: "",
      installed_by: "NT-AUTORITÄT\\SYSTEM",
      install_date: null,
      installed_on: "1/15/2025",
    },
  ]);
});

test("an unknown day, and one as Windows file time", () => {
  const { rows, gaps } = parsePatches(printedOn("windows-11-24h2", "patches"));
  expect(rows.map(({ installed_on }) => installed_on)).toEqual([null, "3/24/2023"]);
  expect(gaps).toEqual([
    { reason: "error", detail: "1 updates without a date", columns: ["installed_on"] },
  ]);
});

test("no updates", () => {
  expect(parsePatches(printedOn("windows-server-2019", "patches"))).toEqual({ rows: [], gaps: [] });
});
