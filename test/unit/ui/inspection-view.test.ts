import { expect, test } from "vitest";
import { inspectionView } from "../../../src/ui/views/server/maintenance.ts";

const style = { width: 80, colour: false, maxRows: 20, nowMs: 0 };
const told = (missing: string[], orphaned: string[] = []) =>
  inspectionView.plain(
    {
      files: [],
      damage: [],
      blobs: { count: 3, bytes: 12, missing, orphaned },
      repaired: null,
    },
    style,
  );

test("a folder whose blobs are all there has no damage; ones that nothing needs are told", () => {
  expect(told([], ["receipts/inv_1-2"])).toEqual([
    "3 blobs (12 bytes) with answers, receipts and snapshots.",
    "1 of them are left over from a crash and only use disk space.",
    "",
    "No damage found.",
  ]);
});

test("missing blobs are named, ten at most, and there is no word of no damage", () => {
  const lines = told(Array.from({ length: 12 }, (_, n) => `receipts/inv_1-${n + 1}`));
  expect(lines).toContain("receipts/inv_1-1 is missing but a record refers to it");
  expect(lines.at(-1)).toBe("… 2 more missing blobs");
});

test("a repair reports how much it dropped and where the original files are", () => {
  const blobs = { count: 0, bytes: 0, missing: [], orphaned: [] };
  const repaired = { dropped: 2, kept_copy: "/data/damaged-2026-01-02" };
  const lines = inspectionView.plain({ files: [], damage: [], blobs, repaired }, style);
  expect(lines).toContain("Repaired: 2 damaged records dropped.");
  expect(lines).toContain("A copy of the original files is in /data/damaged-2026-01-02.");
});
