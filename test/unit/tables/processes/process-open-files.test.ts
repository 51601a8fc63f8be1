import { closeSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "../../../../src/tables/host/local.ts";
import {
  parseFileLink,
  processOpenFiles,
} from "../../../../src/tables/processes/process-open-files.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree } from "../../../helpers/host.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

const tree = {
  from: "proc-web",
  links: {
    "proc/813/fd/0": "/dev/null",
    "proc/813/fd/4": "/var/log/nginx/access.log (deleted)",
    "proc/813/fd/5": "pipe:[99]",
    "proc/813/fd/6": "socket:[5001]",
    "proc/813/fd/7": "anon_inode:[eventpoll]",
  },
};

test("files have a path, deleted ones are marked, and what is no file is left out", async () => {
  const { rows, gaps } = await processOpenFiles.collect(hostTree(tree));
  const owner = { pid: 813, process_name: "nginx", username: "www-data" };
  expect(rows).toEqual([
    { ...owner, fd: 0, path: "/dev/null", file_path: "/dev/null", deleted: 0 },
    {
      ...owner,
      fd: 4,
      path: "/var/log/nginx/access.log (deleted)",
      file_path: "/var/log/nginx/access.log",
      deleted: 1,
    },
  ]);
  expect(gaps).toEqual([]);
});

test("refused descriptors are a gap", async () => {
  const { rows, gaps } = await processOpenFiles.collect(closePaths(hostTree(tree), /813\/fd$/));
  expect(rows).toEqual([]);
  expect(gaps).toEqual([
    { reason: "denied", detail: "open files of 1 process: permission denied" },
  ]);
});

test("only the kernel's own mark at the end counts as deleted", () => {
  expect(parseFileLink("/a (deleted)/b")).toEqual({
    file_path: "/a (deleted)/b",
    deleted: 0,
  });
});

test.runIf(process.platform === "linux")(
  "finds a deleted file that this process holds",
  async () => {
    const folder = temporaryFolder();
    const path = join(folder, "held");
    const fd = openSync(path, "w");
    onTestFinished(() => {
      closeSync(fd);
    });
    unlinkSync(path);
    const { rows } = await processOpenFiles.collect(openHost());
    expect(rows).toContainEqual(
      expect.objectContaining({ pid: process.pid, fd, file_path: path, deleted: 1 }),
    );
  },
);
