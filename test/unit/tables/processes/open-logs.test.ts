import { expect, test } from "vitest";
import { openLogs } from "../../../../src/tables/processes/open-logs.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree } from "../../../helpers/host.ts";

const tree = {
  from: "proc-web",
  files: {
    "proc/813/fdinfo/4": "pos:\t900\nflags:\t0102001\nmnt_id:\t24\n",
    "proc/813/fdinfo/5": "pos:\t10\nflags:\t0100000\nmnt_id:\t24\n",
    "var/log/nginx/access.log": "cut off\n2026-01-02T03:04:05+00:00 web nginx: x\n",
  },
  links: {
    "proc/813/fd/0": "/dev/null",
    "proc/813/fd/4": "/var/log/nginx/access.log",
    "proc/813/fd/5": "/var/log/nginx/access.log",
    "proc/813/fd/6": "socket:[5001]",
  },
};

test("a log that is written has a position and a size; one that is only read is left out", async () => {
  const host = hostTree(tree);
  // The kernel's links lead to the open file itself, those of a tree out of it.
  const led = (path: string) => (path === "/proc/813/fd/4" ? "/var/log/nginx/access.log" : path);
  const { rows, gaps } = await openLogs.collect({
    ...host,
    stat: (path) => host.stat(led(path)),
    readBytes: (path, ...range) => host.readBytes(led(path), ...range),
  });
  expect(rows).toEqual([
    {
      pid: 813,
      fd: 4,
      path: "/var/log/nginx/access.log",
      deleted: 0,
      position: 900,
      size: 47,
      first_time: 1_767_323_045,
      process_name: "nginx",
      username: "www-data",
    },
  ]);
  expect(gaps).toEqual([]);
});

test("refused descriptors are a gap", async () => {
  const { rows, gaps } = await openLogs.collect(closePaths(hostTree(tree), /813\/fd$/));
  expect(rows).toEqual([]);
  expect(gaps).toEqual([
    { reason: "denied", detail: "open files of 1 process: permission denied" },
  ]);
});
