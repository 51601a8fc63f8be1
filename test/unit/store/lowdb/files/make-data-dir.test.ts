import { statSync } from "node:fs";
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
