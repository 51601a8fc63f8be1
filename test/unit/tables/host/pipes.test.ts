import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gapOf } from "../../../../src/tables/host/gap.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test.skipIf(process.platform === "win32")("a pipe in place of a file is a gap, not a hang", () => {
  const root = temporaryFolder();
  execFileSync("mkfifo", [join(root, "authorized_keys")]);
  let thrown: unknown;
  try {
    openHost({ root }).read("/authorized_keys");
  } catch (error) {
    thrown = error;
  }
  expect(gapOf(thrown, "/authorized_keys")).toEqual({
    reason: "error",
    detail: "/authorized_keys: ENOTSUP",
  });
});
