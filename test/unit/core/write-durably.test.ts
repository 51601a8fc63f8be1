import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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

test.each(writers)(
  "finding 10: %s neither follows nor removes a planted FILE.tmp",
  async (_, write) => {
    const dir = temporaryFolder();
    const [path, victim] = [join(dir, "a"), join(dir, "victim")];
    writeFileSync(victim, "precious");
    symlinkSync(victim, `${path}.tmp`);
    await write(path, "secret");
    expect(readFileSync(victim, "utf8")).toBe("precious");
    expect(readlinkSync(`${path}.tmp`)).toBe(victim);
    expect(readFileSync(path, "utf8")).toBe("secret");
  },
);

test("finding 10: the temporary file can't be guessed and is its owner's only", async () => {
  const dir = temporaryFolder();
  const seen: { name: string; mode: number }[] = [];
  for (const _ of ["first", "second"])
    await writeDurably(join(dir, "a"), async (file) => {
      await file.writeFile("half");
      const [name] = readdirSync(dir).filter((name) => name.endsWith(".tmp"));
      seen.push({ name: name!, mode: statSync(join(dir, name!)).mode & 0o777 });
    });
  expect(seen.map(({ mode }) => mode)).toEqual([0o600, 0o600]);
  for (const { name } of seen) expect(name).toMatch(/^a\.[0-9a-f-]{36}\.tmp$/);
  expect(seen[0]!.name).not.toBe(seen[1]!.name);
  expect(readdirSync(dir)).toEqual(["a"]);
});
