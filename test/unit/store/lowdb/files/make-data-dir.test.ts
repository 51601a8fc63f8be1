import { chmodSync, chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataDir } from "../../../../../src/store/lowdb/files/make-data-dir.ts";
import { openLowdbStore } from "../../../../../src/store/lowdb/open-lowdb-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

test("the folder is created with its parents and mode 0700", async () => {
  const root = temporaryFolder();
  const dir = join(root, "a", "b", "c");
  await makeDataDir(dir);
  await makeDataDir(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

test.skipIf(process.platform !== "linux")(
  "a folder that cannot be created is an error, without delay",
  async () => {
    await expect(openLowdbStore({ dir: "/proc/inquest/data" })).rejects.toMatchObject({
      code: "data_dir_unusable",
    });
  },
);

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("Skipped: only root can give a file to another user.");
const other = 65_534;

test("finding 9: a folder that others could write to is closed to them", async () => {
  const dir = temporaryFolder();
  chmodSync(dir, 0o777);
  await makeDataDir(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

test("finding 9: a folder that all users share is refused and keeps its mode", async () => {
  const dir = temporaryFolder();
  chmodSync(dir, 0o1777);
  await expect(makeDataDir(dir)).rejects.toMatchObject({
    code: "data_dir_untrusted",
    message: `The data folder is not safe to use: ${dir} can be written by all users.`,
  });
  expect(statSync(dir).mode & 0o7777).toBe(0o1777);
});

test.skipIf(!isRoot)("finding 9: another user's folder is refused", async () => {
  const dir = temporaryFolder();
  chownSync(dir, other, other);
  await expect(openLowdbStore({ dir })).rejects.toMatchObject({ code: "data_dir_untrusted" });
});

test.skipIf(!isRoot)("finding 9: a file that another user planted is refused by name", async () => {
  for (const name of ["secret.key", "journal-0000000000000001.jsonl", "blobs"]) {
    const dir = temporaryFolder();
    writeFileSync(join(dir, name), "");
    chownSync(join(dir, name), other, other);
    await expect(openLowdbStore({ dir })).rejects.toMatchObject({
      message: expect.stringContaining(`${join(dir, name)} belongs to another user (uid ${other})`),
    });
  }
});
