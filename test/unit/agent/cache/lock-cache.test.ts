import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockCache } from "../../../../src/agent/cache/lock-cache.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

test("a second agent in one cache folder gets the other's pid and what to do", async () => {
  const dir = join(temporaryFolder(), "deep", "cache");
  await lockCache(dir, { log: silent });
  await expect(lockCache(dir, { log: silent })).rejects.toMatchObject({
    code: "usage",
    kind: "usage",
    message: `The cache folder ${dir} is in use by another agent, process ${process.pid}.`,
    hint: expect.stringContaining("cache_dir"),
  });
});

test("the folder is free again once its agent has stopped, or has died", async () => {
  const dir = temporaryFolder();
  const lock = await lockCache(dir, { log: silent });
  await lock.release();
  expect(readdirSync(dir)).toEqual([]);
  writeFileSync(join(dir, "lock"), '{"pid":2147483646}');
  await (await lockCache(dir, { log: silent })).release();
  expect(readdirSync(dir)).toEqual([]);
});

test("an unusable cache folder is a usage error with the reason", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const message = `The cache folder ${file} can't be used: it is not a folder.`;
  const locking = lockCache(file, { log: silent });
  await expect(locking).rejects.toMatchObject({ kind: "usage", message });
});

test("finding 9: a cache folder that all users share is a usage error", async () => {
  const dir = temporaryFolder();
  chmodSync(dir, 0o1777);
  await expect(lockCache(dir, { log: silent })).rejects.toMatchObject({
    kind: "usage",
    message: `The cache folder is not safe to use: ${dir} can be written by all users.`,
  });
});
