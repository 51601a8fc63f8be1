import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeDurably, writeDurablySync, writeSynced } from "../../../src/core/write-durably.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

type Write = (path: string, content: string, options?: { mode?: number }) => unknown;

const writers: [string, Write][] = [
  ["writeDurably", writeDurably],
  ["writeDurablySync", writeDurablySync],
];

test.each(writers)("%s replaces the whole file and leaves no temporary file", async (_, write) => {
  const dir = temporaryFolder();
  const path = join(dir, "a");
  writeFileSync(path, "a longer text than the new one");
  await write(path, "new");
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(readdirSync(dir)).toEqual(["a"]);
});

test.each(writers)("%s sets the mode whatever a crash left and the umask is", async (_, write) => {
  const path = join(temporaryFolder(), "a");
  writeFileSync(`${path}.tmp`, "half", { mode: 0o666 });
  await write(path, "secret");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await write(path, "public", { mode: 0o666 });
  expect(statSync(path).mode & 0o777).toBe(0o666);
});

test.each(writers)("%s leaves everything as it was when the write fails", async (_, write) => {
  const dir = temporaryFolder();
  const path = join(dir, "a");
  mkdirSync(path);
  await expect(async () => await write(path, "new")).rejects.toThrow();
  expect(readdirSync(dir)).toEqual(["a"]);
});

test("a file that is written in parts fails with the part that failed", async () => {
  const dir = temporaryFolder();
  const path = join(dir, "a");
  writeFileSync(path, "old");
  const failing = writeDurably(path, async (file) => {
    await file.writeFile("half");
    throw new Error("no more");
  });
  await expect(failing).rejects.toThrow("no more");
  expect(readFileSync(path, "utf8")).toBe("old");
  await writeDurably(path, async (file) => {
    await file.writeFile("one ");
    await file.writeFile("two");
  });
  expect(readFileSync(path, "utf8")).toBe("one two");
  expect(readdirSync(dir)).toEqual(["a"]);
});

test("a synced append keeps what is there, and its mode", () => {
  const path = join(temporaryFolder(), "a");
  writeSynced(path, "one\n", { flags: "a" });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o640);
  writeSynced(path, "two\n", { flags: "a" });
  expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
  expect(statSync(path).mode & 0o777).toBe(0o640);
});
