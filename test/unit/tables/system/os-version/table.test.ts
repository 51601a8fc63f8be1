import { expect, test } from "vitest";
import { describeRelease } from "../../../../../src/tables/system/os-version/linux.ts";
import { osVersion } from "../../../../../src/tables/system/os-version/table.ts";
import { collectRows } from "../../../../helpers/collect-table.ts";
import { recordedHost, temporaryHost } from "../../../../helpers/host.ts";

test("Debian's point release comes from debian_version", async () => {
  expect(await collectRows(osVersion, recordedHost("system-debian"))).toMatchObject([
    {
      name: "Debian GNU/Linux",
      major: 12,
      minor: 11,
      platform: "debian",
      codename: "bookworm",
      arch: "x86_64",
    },
  ]);
});

test("os-release is found in /usr/lib, and the architecture asked of uname", async () => {
  const rhel = recordedHost("system-rhel", { "uname -m": "aarch64" });
  expect(await collectRows(osVersion, rhel)).toMatchObject([
    {
      name: "Rocky Linux",
      major: 9,
      minor: 4,
      platform: "rocky",
      platform_like: "rhel centos fedora",
      arch: "aarch64",
    },
  ]);
});

test("another distribution's debian_version (Ubuntu's codename) is not its version", () => {
  const ubuntu = new Map([
    ["ID", "ubuntu"],
    ["VERSION_ID", "24.04"],
  ]);
  expect(describeRelease(ubuntu, "trixie/sid")).toMatchObject({ major: 24, minor: 4 });
});

test("without os-release the table is missing", async () => {
  await expect(osVersion.collect(temporaryHost({}))).rejects.toThrow(
    "/usr/lib/os-release: not found",
  );
});
