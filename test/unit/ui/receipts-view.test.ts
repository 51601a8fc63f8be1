import { expect, test } from "vitest";
import type { FindingCheck, ReceiptCheck } from "../../../src/contract/receipt.ts";
import { receiptReportView } from "../../../src/ui/views/investigation/receipts.ts";
import { hostile } from "./investigation-fixture.ts";

const style = { width: 80, colour: false, maxRows: 20, nowMs: 0 };
const receipt = (over: Partial<ReceiptCheck> = {}): ReceiptCheck => ({
  plan_id: "pln_1",
  agent_id: "web-1",
  key_id: "0123456789abcdef",
  signed_at: "2026-11-01T00:00:10.000Z",
  ok: true,
  problem: null,
  ...over,
});
const finding = (over: Partial<FindingCheck> = {}): FindingCheck => ({
  finding_id: "fnd_1",
  detection_id: "weak",
  agent_id: "web-1",
  hostname: "web-1",
  title: "Weak thing",
  status: "proven",
  problem: null,
  ...over,
});
const lines = (receipts: ReceiptCheck[], findings: FindingCheck[], truncated = false) =>
  receiptReportView.plain(
    { investigation_id: "inv_1", ok: true, receipts, findings, truncated },
    style,
  );

test("a receipt is a line with its agent, key and time, and the last line counts", () => {
  expect(lines([receipt()], [finding()])).toEqual([
    "ok      web-1  key 0123456789abcdef  signed 2026-11-01T00:00:10.000Z",
    "",
    "1 receipt: all ok. 1 finding: 1 proven.",
  ]);
});

test("what fails says why, and a finding from a snapshot that it has no receipt", () => {
  const told = lines(
    [receipt(), receipt({ agent_id: "web-2", ok: false, signed_at: null, problem: "it is bad" })],
    [
      finding({ status: "failed", problem: "its receipt fails: it is bad" }),
      finding({ hostname: "web-3", status: "snapshot" }),
    ],
  );
  expect(told.slice(1)).toEqual([
    "failed  web-2  key 0123456789abcdef  it is bad",
    "",
    "failed  web-1  Weak thing  fnd_1  its receipt fails: it is bad",
    "web-3  Weak thing  fnd_1  unsigned (from a snapshot)",
    "",
    "2 receipts: 1 failed. 2 findings: 1 failed, 1 from a snapshot.",
  ]);
});

test("nothing to check is said as it is, and receipts that were not kept are told", () => {
  expect(lines([], [])).toEqual(["0 receipts. 0 findings."]);
  expect(lines([], [], true).at(-1)).toMatch(/Some receipts were not stored/);
});

test("what agents claim of themselves can't drive the terminal", () => {
  const told = lines(
    [receipt({ agent_id: hostile, signed_at: hostile })],
    [finding({ hostname: hostile, title: hostile, status: "failed", problem: hostile })],
  ).join("\n");
  expect(told).not.toContain("\u001b");
  expect(told).not.toContain("\u202e");
});
