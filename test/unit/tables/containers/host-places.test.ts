import { expect, test } from "vitest";
import { hostDevices } from "../../../../src/tables/containers/kernel/host-devices.ts";
import { realPath } from "../../../../src/tables/containers/mount-paths.ts";
import { openHost } from "../../../../src/tables/host/local.ts";
import { hostTree } from "../../../helpers/host.ts";

test("a path is followed through links of folders and files", () => {
  const host = hostTree({
    files: { "/etc/shadow": "" },
    links: { "/srv/conf": "../etc", "/data": "/srv", "/loop": "/loop" },
  });
  expect(realPath(host, "/data/conf/shadow")).toBe("/etc/shadow");
  expect(realPath(host, "/srv/./conf/")).toBe("/etc");
  expect(realPath(host, "/srv/conf/../etc")).toBe("/etc");
  expect(realPath(host, "/missing/file")).toBe("/missing/file");
  expect(realPath(host, "/loop")).toBe("/loop");
  expect(realPath(host, "/")).toBe("/");
});

test("harmless devices are no host devices, and those that are gone count by their names", () => {
  const gone = ["/dev/sdzz9", "/dev/mapper/none-here", "/dev/gone0"];
  expect(hostDevices(openHost(), ["/dev/null", "/dev/zero", ...gone])).toEqual(gone.slice(0, 2));
});
