import { expect, test } from "vitest";
import { debPackageFiles } from "../../../../src/tables/packages/deb-package-files.ts";
import {
  rpmFilesQuery,
  rpmPackageFiles,
} from "../../../../src/tables/packages/rpm-package-files.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

test("files of Debian packages, also of those whose list names the architecture", async () => {
  const host = temporaryHost({
    "/var/lib/dpkg/info/bash.list": "/.\n/bin/bash\n",
    "/var/lib/dpkg/info/libc6:amd64.list": "/lib/libc.so.6\n",
    "/var/lib/dpkg/info/bash.md5sums": "0 x\n",
  });
  expect(await collectRows(debPackageFiles, host)).toEqual([
    { package: "bash", path: "/.", admindir: "/var/lib/dpkg" },
    { package: "bash", path: "/bin/bash", admindir: "/var/lib/dpkg" },
    { package: "libc6", path: "/lib/libc.so.6", admindir: "/var/lib/dpkg" },
  ]);
});

test("a machine without dpkg has no such table", () => {
  expect(() => debPackageFiles.collect(temporaryHost({}))).toThrow("/var/lib/dpkg/info");
});

test("files of RPM packages, with modes without the type", async () => {
  const digest = "a".repeat(64);
  const printed = [
    `bash\t/usr/bin/bash\troot\troot\t100755\t1390064\t${digest}`,
    "bash\t/etc/skel\troot\troot\t40755\t4096\t",
    `old\t/usr/bin/old\troot\tmail\t102755\t5\t${"b".repeat(32)}`,
    "",
  ].join("\n");
  const host = temporaryHost({}, { [`rpm -qa --qf ${rpmFilesQuery}`]: printed });
  expect(await collectRows(rpmPackageFiles, host)).toEqual([
    {
      package: "bash",
      path: "/usr/bin/bash",
      username: "root",
      groupname: "root",
      mode: "0755",
      size: 1390064,
      sha256: digest,
    },
    expect.objectContaining({ path: "/etc/skel", mode: "0755", sha256: "" }),
    expect.objectContaining({ path: "/usr/bin/old", mode: "2755", sha256: "" }),
  ]);
});
