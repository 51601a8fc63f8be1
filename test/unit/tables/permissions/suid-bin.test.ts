import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRpmOwners } from "../../../../src/tables/permissions/package-owners.ts";
import { suidBin } from "../../../../src/tables/permissions/suid-bin.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { temporaryHost } from "../../../helpers/host.ts";

function makeHost() {
  const host = temporaryHost({
    "/proc/self/mounts":
      "proc /proc proc rw 0 0\nsrv:/x /mnt/net nfs rw 0 0\n/dev/a / ext4 rw 0 0\n",
    "/etc/passwd": `me:x:${process.getuid?.()}:0::/:/bin/sh\n`,
    "/usr/bin/su": "",
    "/usr/bin/cat": "",
    "/opt/tool/setgid": "",
    "/mnt/net/hidden": "",
    "/proc/9/exe": "",
    "/closed/x": "",
    "/var/lib/dpkg/info/util-linux:amd64.list": "/.\n/bin/su\n",
  });
  for (const path of ["/usr/bin/su", "/mnt/net/hidden", "/proc/9/exe"])
    chmodSync(host.path(path), 0o4755);
  chmodSync(host.path("/opt/tool/setgid"), 0o2750);
  return host;
}

test("setuid and setgid files are found anywhere, with the package they belong to", async () => {
  const { rows } = await suidBin.collect(makeHost());
  expect(rows).toMatchObject([
    { path: "/opt/tool/setgid", permissions: "G", mode: "2750", package: null },
    { path: "/usr/bin/su", permissions: "S", mode: "4755", username: "me", package: "util-linux" },
  ]);
});

test("a skipped network mount, an unreadable folder and a truncated walk are gaps", async () => {
  const network = { reason: "policy", detail: "/mnt/net: on the network (nfs), not searched" };
  const closed = await suidBin.collect(closePaths(makeHost(), (path) => path === "/closed"));
  expect(closed.gaps).toEqual([
    network,
    { reason: "denied", detail: "/closed: permission denied" },
  ]);
  let now = 0;
  const slow = await suidBin.collect({ ...makeHost(), now: () => (now += 3_000) });
  expect(slow.gaps).toMatchObject([network, { reason: "timed_out" }]);
});

test("rpm's output is matched line by line, only with one line per file", () => {
  const paths = ["/usr/bin/su", "/opt/evil"];
  expect(parseRpmOwners("util-linux\nfile /opt/evil is not owned by any package\n", paths)).toEqual(
    new Map([["/usr/bin/su", "util-linux"]]),
  );
  expect(parseRpmOwners("a\nb\nc\n", paths)).toBeUndefined();
});

test("without a package manager the packages are unknown", async () => {
  const host = temporaryHost({ "/proc/self/mounts": "/dev/a / ext4 rw 0 0\n", "/usr/bin/su": "" });
  chmodSync(host.path("/usr/bin/su"), 0o4755);
  const { rows, gaps } = await suidBin.collect(host);
  expect(rows).toMatchObject([{ path: "/usr/bin/su", package: null }]);
  expect(gaps).toEqual([
    {
      reason: "table_missing",
      detail: "packages of files: neither dpkg nor rpm is available",
      columns: ["package"],
    },
  ]);
});
