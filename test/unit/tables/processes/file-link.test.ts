import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, linkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "../../../../src/tables/host/local.ts";
import { readFileLink } from "../../../../src/tables/processes/proc/file-link.ts";
import { hostTree } from "../../../helpers/host.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

test("the kernel's mark of a deleted file is not part of the path", () => {
  const links = {
    "proc/7/fd/0": "/memfd:x (deleted)",
    "proc/7/fd/1": "/bin/a (deleted) b",
    "proc/7/fd/2": "/bin/a (deleted) (deleted)",
    "proc/7/fd/3": "socket:[9]",
  };
  const host = hostTree({ links });
  expect([0, 1, 2, 3].map((fd) => readFileLink(host, 7, `fd/${fd}`))).toEqual([
    { path: "/memfd:x", deleted: true },
    { path: "/bin/a (deleted) b", deleted: false },
    { path: "/bin/a (deleted)", deleted: true },
    { path: "socket:[9]", deleted: false },
  ]);
});

/** A running copy of a program that waits for its input to end. */
async function run(path: string): Promise<ChildProcess & { pid: number }> {
  copyFileSync("/bin/cat", path);
  const child = spawn(path, { stdio: ["pipe", "ignore", "ignore"] });
  onTestFinished(async () => {
    child.stdin.end();
    await once(child, "exit");
  });
  await once(child, "spawn");
  return child as typeof child & { pid: number };
}

const onLinux = test.runIf(process.platform === "linux");

onLinux("a program whose name ends in the mark is on disk until it is deleted", async () => {
  const path = join(temporaryFolder(), "x (deleted)");
  const { pid } = await run(path);
  expect(readFileLink(openHost(), pid, "exe")).toEqual({ path, deleted: false });
  unlinkSync(path);
  expect(readFileLink(openHost(), pid, "exe")).toEqual({ path, deleted: true });
});

onLinux("another file beside a deleted program does not stand for it", async () => {
  const path = join(temporaryFolder(), "x");
  const { pid } = await run(path);
  copyFileSync("/bin/cat", `${path} (deleted)`);
  linkSync(path, `${path}-kept`);
  unlinkSync(path);
  expect(readFileLink(openHost(), pid, "exe")).toEqual({ path, deleted: true });
});
