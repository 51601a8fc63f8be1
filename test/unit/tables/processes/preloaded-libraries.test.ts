import { expect, test } from "vitest";
import { preloadedLibraries } from "../../../../src/tables/processes/preloaded-libraries.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const status = "Name:\tapp\nUid:\t1000\t1000\t1000\t1000\nGid:\t1000\t1000\t1000\t1000\n";
const files = {
  "/etc/passwd": "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\n",
  "/etc/ld.so.preload":
    "# by the sensor\n/opt/sensor.so:/tmp/gone.so /$LIB/libb.so liba.so # more\n",
  "/etc/ld.so.conf.d/local.conf": "/srv/lib\n",
  "/srv/lib/liba.so": "x",
  "/opt/sensor.so": "x",
  "/lib/libb.so": "x",
  "/var/lib/dpkg/info/libb:amd64.list": "/.\n/usr/lib/libb.so\n",
  "/proc/7/status": status,
  "/proc/7/environ": "HOME=/\0LD_PRELOAD=libc.so a/b.so\0LD_PRELOADED=/x\0",
  "/proc/7/maps": "7f00-7f01 r-xp 00000000 08:01 9 /srv/lib/libc.so.1\n",
  "/srv/lib/libc.so.1": "x",
  "/proc/1/status": status,
};

test("libraries have the file that the loader finds, and its package", async () => {
  const { rows, gaps } = await preloadedLibraries.collect(temporaryHost(files));
  const file = { source: "/etc/ld.so.preload" };
  const process = { source: "LD_PRELOAD", pid: 7, process_name: "app", username: "ann" };
  expect(rows).toMatchObject([
    { ...file, library: "/opt/sensor.so", path: "/opt/sensor.so", package: "" },
    { ...file, library: "/tmp/gone.so", path: null },
    { ...file, library: "/$LIB/libb.so", path: "/lib/libb.so", package: "libb" },
    { ...file, library: "liba.so", path: "/srv/lib/liba.so", package: "" },
    { ...process, library: "libc.so", path: "/srv/lib/libc.so.1", package: "" },
    { ...process, library: "a/b.so", path: null },
  ]);
  expect(gaps).toEqual([]);
});

test("an environment that is not readable is a gap", async () => {
  const host = closePaths(temporaryHost(files), /7\/environ$/);
  const { rows, gaps } = await preloadedLibraries.collect(host);
  expect(rows).toHaveLength(4);
  expect(gaps).toMatchObject([{ reason: "denied" }]);
});
