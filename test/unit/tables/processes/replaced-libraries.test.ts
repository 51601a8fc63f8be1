import { expect, test } from "vitest";
import {
  deletedLibraries,
  replacedLibraries,
} from "../../../../src/tables/processes/replaced-libraries.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const maps = [
  "7f00-7f01 r-xp 00000000 08:01 9 /usr/lib/libssl.so.3 (deleted)",
  "7f01-7f02 rw-p 00001000 08:01 9 /usr/lib/libssl.so.3 (deleted)",
  "7f02-7f03 r--p 00000000 08:01 8 /usr/lib/data.so (deleted)",
  "7f03-7f04 r-xp 00000000 08:01 7 /usr/lib/libc.so.6",
  "7f04-7f05 r-xp 00000000 00:05 6 /dev/zero (deleted)",
].join("\n");

const files = {
  "/etc/passwd": "ann:x:1000:1000::/home/ann:/bin/sh\n",
  "/proc/1/status": "Name:\tinit\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n",
  "/proc/1/maps": "",
  "/proc/1/root/etc/x": "x",
  "/proc/7/status": "Name:\tapp\nUid:\t1000\t1000\t1000\t1000\nGid:\t0\t0\t0\t0\n",
  "/proc/7/maps": maps,
  "/proc/7/root/etc/x": "x",
  "/usr/lib/libssl.so.3": "new",
};

test("executed libraries that lost their file are listed once", () => {
  expect(deletedLibraries(maps)).toEqual(["/usr/lib/libssl.so.3"]);
});

test("a process with another root is not on the host", async () => {
  const { rows, gaps } = await replacedLibraries.collect(temporaryHost(files));
  const path = "/usr/lib/libssl.so.3";
  const process = { pid: 7, process_name: "app", username: "ann" };
  expect(rows).toEqual([{ ...process, path, on_host: 0, replaced: 1 }]);
  expect(gaps).toEqual([]);
});

test("memory that is not readable is a gap", async () => {
  const { rows, gaps } = await replacedLibraries.collect(
    closePaths(temporaryHost(files), /7\/maps$/),
  );
  expect(rows).toEqual([]);
  expect(gaps).toMatchObject([{ reason: "denied" }]);
});
