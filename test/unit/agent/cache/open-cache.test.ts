import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openAgentCache } from "../../../../src/agent/cache/open-cache.ts";
import { openReceiptFiles } from "../../../../src/agent/cache/receipt-files.ts";
import { openSeenPlans } from "../../../../src/agent/cache/seen-plans-file.ts";
import { AppError } from "../../../../src/core/errors.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const parts = { now: () => 1_000, log: silent };
const plan = { expiresMs: 60_000, now: 0 };
// Root writes to read-only folders all the same.
const isRoot = process.getuid?.() === 0;
if (isRoot) console.warn("Skipped: root may read every file, whatever its mode.");

test("an agent keeps its key across starts, and only it can read its files", () => {
  const dir = join(temporaryFolder(), "deep", "cache");
  const { keyId } = openAgentCache(dir, parts).agentKey;
  expect(openAgentCache(dir, parts).agentKey.keyId).toBe(keyId);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, "agent.key")).mode & 0o777).toBe(0o600);
});

test("a damaged key file is an error, and is not replaced", () => {
  const dir = temporaryFolder();
  writeFileSync(join(dir, "agent.key"), "not a key");
  expect(() => openAgentCache(dir, parts)).toThrow(/agent\.key is damaged/);
  expect(readFileSync(join(dir, "agent.key"), "utf8")).toBe("not a key");
});

test("an unusable cache folder is a usage error", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  try {
    openAgentCache(file, parts);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ kind: "usage", message: expect.stringContaining(file) });
  }
});

test("plan ids survive a restart", () => {
  const dir = temporaryFolder();
  openAgentCache(dir, parts).seen.add("pln_1", plan);
  const { seen } = openAgentCache(dir, parts);
  expect([seen.has("pln_1", 60_000), seen.has("pln_2", 60_000)]).toEqual([true, false]);
});

test("whatever a crash leaves of the last line, the lines before and after it are read", () => {
  const line = '["pln_torn",60000]\n';
  fc.assert(
    fc.property(fc.nat({ max: line.length - 1 }), fc.string(), (length, garbage) => {
      const path = join(temporaryFolder(), "seen-plans");
      openSeenPlans(path).add("pln_1", plan);
      appendFileSync(path, line.slice(0, length) + garbage);
      openSeenPlans(path).add("pln_2", plan);
      const seen = openSeenPlans(path);
      expect([seen.has("pln_1", 60_000), seen.has("pln_2", 60_000)]).toEqual([true, true]);
    }),
    { numRuns: 40 },
  );
});

test("any plan id survives", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "binary" }), (planId) => {
      const path = join(temporaryFolder(), "seen-plans");
      openSeenPlans(path).add(planId, plan);
      expect(openSeenPlans(path).has(planId, 60_000)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test("the file of plan ids does not grow for ever, and keeps every id that is still valid", () => {
  const path = join(temporaryFolder(), "seen-plans");
  const seen = openSeenPlans(path);
  for (let n = 0; n < 1_500; n++) seen.add(`pln_${n}`, { expiresMs: n + 10, now: n });
  expect(readFileSync(path, "utf8").split("\n").length).toBeLessThan(1_100);
  const again = openSeenPlans(path);
  expect(again.has("pln_1499", 1_509)).toBe(true);
  expect(again.has("pln_3", 13)).toBe(true);
  expect(again.has("a new one", 2_000)).toBe(false);
});

test("a plan id that can't be stored does not count as run", () => {
  const path = join(temporaryFolder(), "folder");
  const seen = openSeenPlans(path);
  mkdirSync(path);
  expect(() => seen.add("pln_1", plan)).toThrow(/EISDIR/);
  expect(seen.has("pln_1", 60_000)).toBe(false);
});

test.skipIf(isRoot)("in a read-only cache folder no plan id can be stored, so no plan runs", () => {
  const dir = temporaryFolder();
  openAgentCache(dir, parts);
  chmodSync(join(dir), 0o500);
  const { seen } = openAgentCache(dir, parts);
  expect(() => seen.add("pln_1", plan)).toThrow(/EACCES/);
  chmodSync(dir, 0o700);
});

const receipt = (size: number) => ({ payload: "A".repeat(size), signature: "BBBB" });

function receiptsIn(dir: string, limits?: { files: number; bytes: number }) {
  const warnings: string[] = [];
  let now = 0;
  const log = { ...silent, warn: (_: object, message: string) => void warnings.push(message) };
  const receipts = openReceiptFiles({ dir, now: () => ++now, log, ...(limits && { limits }) });
  return { receipts, warnings };
}

test("a stored receipt survives restarts until it is removed", async () => {
  const dir = join(temporaryFolder(), "outbox");
  const first = receiptsIn(dir).receipts;
  await first.add({ planId: "pln_1", receipt: receipt(10) });
  await first.add({ planId: "pln_2", receipt: receipt(10) });
  const second = receiptsIn(dir).receipts;
  const [name] = second.names();
  expect(await second.read(name!)).toEqual({ planId: "pln_1", receipt: receipt(10) });
  await second.remove(name!);
  const third = receiptsIn(dir).receipts;
  expect(third.names()).toHaveLength(1);
  expect((await third.read(third.names()[0]!))?.planId).toBe("pln_2");
});

test("the oldest receipts are dropped, by number and by size, with a log line", async () => {
  const byNumber = receiptsIn(temporaryFolder(), { files: 2, bytes: 1e6 });
  for (const planId of ["a", "b", "c"])
    await byNumber.receipts.add({ planId, receipt: receipt(1) });
  expect(byNumber.receipts.names()).toHaveLength(2);
  expect((await byNumber.receipts.read(byNumber.receipts.names()[0]!))?.planId).toBe("b");
  expect(byNumber.warnings).toHaveLength(1);

  const bySize = receiptsIn(temporaryFolder(), { files: 9, bytes: 1_000 });
  for (const planId of ["a", "b", "c"])
    await bySize.receipts.add({ planId, receipt: receipt(400) });
  expect(bySize.receipts.names()).toHaveLength(2);
  expect(bySize.warnings).toHaveLength(1);
});

test("a damaged receipt is logged and skipped", async () => {
  const dir = temporaryFolder();
  writeFileSync(join(dir, "000000000000001-000001-aa.json"), '{"planId":');
  writeFileSync(join(dir, "000000000000002-000001-aa.json.tmp"), "{}");
  const { receipts, warnings } = receiptsIn(dir);
  expect(receipts.names()).toHaveLength(1);
  expect(await receipts.read(receipts.names()[0]!)).toBeUndefined();
  expect(warnings).toHaveLength(1);
});
