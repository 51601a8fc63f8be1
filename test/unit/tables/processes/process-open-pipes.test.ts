import { expect, test } from "vitest";
import { processOpenPipes } from "../../../../src/tables/processes/process-open-pipes.ts";
import { hostTree } from "../../../helpers/host.ts";

test("named and unnamed pipes are paired by their inodes, other files are none", async () => {
  const host = hostTree({
    files: { "proc/7/comm": "", "proc/8/comm": "" },
    links: { "proc/7/fd/1": "pipe:[55]", "proc/8/fd/0": "pipe:[55]", "proc/8/fd/3": "pipe:[56]" },
  });
  const writable = { ...host, lstat: (path: string) => withMode(host.lstat(path), path) };
  const { rows } = await processOpenPipes.collect(writable);
  const end = { inode: 55, type: "anonymous" };
  expect(rows).toEqual([
    { pid: 7, fd: 1, mode: "w", ...end, partner_pid: 8, partner_fd: 0, partner_mode: "r" },
    { pid: 8, fd: 0, mode: "r", ...end, partner_pid: 7, partner_fd: 1, partner_mode: "w" },
  ]);
});

/** A link's permissions, as /proc gives them. */
const withMode = <Stats extends object>(stats: Stats, path: string) =>
  Object.assign(stats, { mode: path.endsWith("/1") ? 0o300 : 0o500 });
