import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openPlanKeys } from "../../../../src/compose/keys/open-plan-keys.ts";
import {
  formatPlanKeyFile,
  parsePlanKeyFile,
  toStoredPlanKey,
} from "../../../../src/compose/keys/plan-key-file.ts";
import { createSigningKey, parseSeed } from "../../../../src/plan/key-seed.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { startMs } from "../../../helpers/test-server.ts";

const hour = 3_600_000;
const now = startMs;
const fileOf = (dir: string) => join(dir, "plan.key");

test("a folder gets one key, of mode 0600, and keeps it", () => {
  const dir = temporaryFolder();
  const keys = openPlanKeys(dir);
  expect(statSync(fileOf(dir)).mode & 0o777).toBe(0o600);
  expect(openPlanKeys(dir).current.keyId).toBe(keys.current.keyId);
  expect(keys.publicKeys(now).previous).toEqual([]);
  expect(keys.keyFor("0000000000000000", now)).toBe(keys.current);
  expect(keys.keyFor(null, now)).toBe(keys.current);
});

test("until the overlap ends the old key signs for agents that pin it, and for no others", () => {
  const keys = openPlanKeys(temporaryFolder());
  const old = keys.current;
  keys.rotate(hour, now);
  expect(keys.current.keyId).not.toBe(old.keyId);
  expect(keys.keyFor(old.keyId, now + hour - 1).keyId).toBe(old.keyId);
  expect(keys.keyFor(old.keyId, now + hour).keyId).toBe(keys.current.keyId);
  expect(keys.keyFor(null, now).keyId).toBe(keys.current.keyId);
  expect(keys.keyFor(keys.current.keyId, now).keyId).toBe(keys.current.keyId);
  const { keyId, publicKey } = old;
  expect(keys.publicKeys(now).previous).toEqual([{ keyId, publicKey, expiresAt: now + hour }]);
  expect(keys.publicKeys(now + hour).previous).toEqual([]);
});

test("a restart during the overlap changes nothing, and the file keeps its mode", () => {
  const dir = temporaryFolder();
  const keys = openPlanKeys(dir);
  const old = keys.current.keyId;
  keys.rotate(hour, now);
  const again = openPlanKeys(dir);
  expect(again.publicKeys(now)).toEqual(keys.publicKeys(now));
  expect(again.keyFor(old, now).keyId).toBe(old);
  expect(statSync(fileOf(dir)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(["plan.key"]);
});

test("without an overlap the old key signs nothing and is not stored", () => {
  const dir = temporaryFolder();
  const keys = openPlanKeys(dir);
  const seed = readFileSync(fileOf(dir), "utf8").trim();
  keys.rotate(0, now);
  expect(keys.keyFor(parseSeed(seed)!.keyId, now)).toBe(keys.current);
  expect(readFileSync(fileOf(dir), "utf8")).not.toContain(seed);
});

test("several rotations overlap, and no earlier key signs longer than a later one", () => {
  const keys = openPlanKeys(temporaryFolder());
  const first = keys.current.keyId;
  keys.rotate(10 * hour, now);
  const second = keys.current.keyId;
  keys.rotate(20 * hour, now + 1);
  const ends = () =>
    keys.publicKeys(now + 2).previous.map(({ keyId, expiresAt }) => [keyId, expiresAt]);
  expect(ends()).toEqual([
    [second, now + 1 + 20 * hour],
    [first, now + 10 * hour],
  ]);
  const third = keys.current.keyId;
  keys.rotate(hour, now + 2);
  expect(ends()).toEqual([third, second, first].map((keyId) => [keyId, now + 2 + hour]));
});

test("a rotation removes expired keys", () => {
  const dir = temporaryFolder();
  const keys = openPlanKeys(dir);
  keys.rotate(hour, now);
  keys.rotate(hour, now + 2 * hour);
  expect(readFileSync(fileOf(dir), "utf8").trim().split("\n")).toHaveLength(2);
});

test("files left by a crash during a rotation do no harm", () => {
  const dir = temporaryFolder();
  const keys = openPlanKeys(dir);
  writeFileSync(`${fileOf(dir)}.tmp`, "half a k", { mode: 0o644 });
  keys.rotate(hour, now);
  expect(openPlanKeys(dir).current.keyId).toBe(keys.current.keyId);
  expect(statSync(fileOf(dir)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(["plan.key"]);
});

test("a rotation that can't be written changes nothing", () => {
  const dir = temporaryFolder();
  const keys = openPlanKeys(dir);
  const before = keys.current;
  mkdirSync(`${fileOf(dir)}.tmp`);
  expect(() => keys.rotate(hour, now)).toThrow();
  expect(keys.current).toBe(before);
  expect(openPlanKeys(dir).current.keyId).toBe(before.keyId);
});

test.each([
  ["nothing", () => ""],
  ["no key", () => "hello\n"],
  ["a truncated line", (whole: string) => whole.slice(0, -10)],
  ["a replaced key without its expiry", (whole: string) => whole.replace(/ .*\n/, "\n")],
])("a key file with %s is reported, not replaced", (_, spoil) => {
  const dir = temporaryFolder();
  openPlanKeys(dir).rotate(hour, now);
  const spoilt = spoil(readFileSync(fileOf(dir), "utf8"));
  writeFileSync(fileOf(dir), spoilt);
  expect(() => openPlanKeys(dir)).toThrow("plan.key in the data folder is not a valid key file.");
  expect(readFileSync(fileOf(dir), "utf8")).toBe(spoilt);
});

test("every key file is read as written, and no other text parses as one", () => {
  const kept = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((seed) => toStoredPlanKey({ seed: Buffer.from(seed), key: createSigningKey().key }));
  const expiresAt = fc.date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true });
  const replaced = fc.tuple(kept, expiresAt).map(([key, end]) => ({ ...key, expiresAt: +end }));
  fc.assert(
    fc.property(fc.record({ current: kept, previous: fc.array(replaced) }), (file) => {
      const text = formatPlanKeyFile(file);
      expect(formatPlanKeyFile(parsePlanKeyFile(text)!)).toBe(text);
      const cut = text.slice(0, text.trimEnd().length - 1);
      expect(parsePlanKeyFile(cut)).toBeNull();
    }),
    { numRuns: 50 },
  );
  fc.assert(fc.property(fc.string(), (text) => parsePlanKeyFile(text) === null));
});
