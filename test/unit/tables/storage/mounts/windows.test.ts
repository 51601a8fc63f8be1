import { expect, test } from "vitest";
import { parseMounts } from "../../../../../src/tables/storage/mounts/windows.ts";
import { pick } from "../../../../helpers/collect-table.ts";
import { printedOn } from "../../../../helpers/windows-host.ts";

test("drives with a file system are mounts; an empty drive is none", () => {
  const { rows } = parseMounts(printedOn("windows-10-22h2", "mounts"));
  expect(pick(rows, "device", "path", "type", "size", "percent_used")).toEqual([
    { device: "C:", path: "C:\\", type: "NTFS", size: 400, percent_used: 75 },
    { device: "Z:", path: "Z:\\", type: "NTFS", size: 18_014_398_509_481_986n, percent_used: 50 },
  ]);
});

test("a drive without a size has no share in use", () => {
  const { rows } = parseMounts(printedOn("windows-server-2019", "mounts"));
  expect(rows[0]).toMatchObject({ size: 0, percent_used: null });
});
