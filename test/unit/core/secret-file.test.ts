import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readOrCreateSecret } from "../../../src/core/secret-file.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

test("half a key that a crash left under the same pid doesn't stand in the way", () => {
  const dir = temporaryFolder();
  const path = join(dir, "a.key");
  writeFileSync(`${path}.${process.pid}.tmp`, "hal");
  expect(readOrCreateSecret(path, () => Buffer.from("whole")).toString()).toBe("whole");
  expect(readdirSync(dir)).toEqual(["a.key"]);
});

test("a key that can't be written whole leaves nothing behind", () => {
  const dir = temporaryFolder();
  // What is no bytes fails once the file is open, as a full disk does.
  const create = () => ({}) as Uint8Array;
  expect(() => readOrCreateSecret(join(dir, "a.key"), create)).toThrow();
  expect(readdirSync(dir)).toEqual([]);
});
