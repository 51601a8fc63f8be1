import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTrustedFolder } from "../../../../src/core/operator-files/read-trusted-folder.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const limits = { wants: (name: string) => name.endsWith(".yaml"), maxFiles: 2, maxBytes: 2048 };
const isRoot = process.getuid?.() === 0;

function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder(onTestFinished);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("the wanted files are read in the order of their names", () => {
  const folder = folderWith({ "b.yaml": "b", "a.yaml": "a", "README.md": "" });
  expect(readTrustedFolder(folder, limits).map(({ name, text }) => [name, text])).toEqual([
    ["a.yaml", "a"],
    ["b.yaml", "b"],
  ]);
});

test("a folder or file that all users can write is refused", () => {
  const folder = folderWith({ "a.yaml": "" });
  chmodSync(join(folder, "a.yaml"), 0o666);
  expect(() => readTrustedFolder(folder, limits)).toThrow(/a\.yaml can be written by all users\.$/);
  chmodSync(join(folder, "a.yaml"), 0o644);
  chmodSync(folder, 0o777);
  expect(() => readTrustedFolder(folder, limits)).toThrow(/can be written by all users\.$/);
});

test.runIf(isRoot)("a file of another user is refused, also behind a link", () => {
  const folder = folderWith({ "other.txt": "" });
  chownSync(join(folder, "other.txt"), 1234, 1234);
  symlinkSync(join(folder, "other.txt"), join(folder, "a.yaml"));
  expect(() => readTrustedFolder(folder, limits)).toThrow(
    /belongs to another user \(uid 1234\)\.$/,
  );
});

test("too many files, a large one, a folder in place of a file and no folder are one sentence each", () => {
  const many = folderWith({ "a.yaml": "", "b.yaml": "", "c.yaml": "" });
  expect(() => readTrustedFolder(many, limits)).toThrow(/has more than 2 files\.$/);
  const large = folderWith({ "a.yaml": "x".repeat(3000) });
  expect(() => readTrustedFolder(large, limits)).toThrow(/is larger than 2 KiB\.$/);
  const nested = folderWith({});
  mkdirSync(join(nested, "a.yaml"));
  expect(() => readTrustedFolder(nested, limits)).toThrow(/a\.yaml can't be read\.$/);
  expect(() => readTrustedFolder(join(nested, "none"), limits)).toThrow(/none can't be read\.$/);
});
