import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readOrCreateSecret } from "../../../src/core/secret-file.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

test("an incomplete key left by a crash of the same pid does not get in the way", () => {
  const dir = temporaryFolder();
  const path = join(dir, "a.key");
  writeFileSync(`${path}.${process.pid}.tmp`, "hal");
  expect(readOrCreateSecret(path, () => Buffer.from("whole")).toString()).toBe("whole");
  expect(readdirSync(dir)).toEqual(["a.key"]);
});

test("a key that can't be written completely leaves no file", () => {
  const dir = temporaryFolder();
  // An invalid type fails once the file is open, like a full disk.
  const create = () => ({}) as Uint8Array;
  expect(() => readOrCreateSecret(join(dir, "a.key"), create)).toThrow();
  expect(readdirSync(dir)).toEqual([]);
});
