import { chmodSync, chownSync, readdirSync, writeFileSync } from "node:fs";
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

const isRoot = process.getuid?.() === 0;

test.skipIf(process.getuid === undefined)(
  "finding 9: a key that others may have written is an error",
  () => {
    const path = join(temporaryFolder(), "a.key");
    writeFileSync(path, "planted");
    chmodSync(path, 0o666);
    const create = () => Buffer.from("own");
    expect(() => readOrCreateSecret(path, create)).toThrow(
      `The key file ${path} can be written by all users.`,
    );
    chmodSync(path, 0o600);
    expect(readOrCreateSecret(path, create).toString()).toBe("planted");
  },
);

test.skipIf(!isRoot)("finding 9: another user's key is an error", () => {
  const path = join(temporaryFolder(), "a.key");
  writeFileSync(path, "planted", { mode: 0o600 });
  chownSync(path, 65_534, 65_534);
  expect(() => readOrCreateSecret(path, () => Buffer.from("own"))).toThrow(
    `The key file ${path} belongs to another user (uid 65534).`,
  );
});
