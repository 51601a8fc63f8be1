import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { file } from "../../../../src/tables/files/file.ts";
import { hash } from "../../../../src/tables/files/hash.ts";
import type { Host } from "../../../../src/tables/host/port.ts";
import { suidBin } from "../../../../src/tables/permissions/suid-bin.ts";
import { processOpenFiles } from "../../../../src/tables/processes/process-open-files.ts";
import { mounts } from "../../../../src/tables/storage/mounts/table.ts";
import { sudoers } from "../../../../src/tables/sudo/sudoers.ts";
import { collectRows, scanTable } from "../../../helpers/collect-table.ts";
import { hostTree, temporaryHost } from "../../../helpers/host.ts";

// macOS and Windows refuse names that are not UTF-8.
const onLinux = test.skipIf(process.platform !== "linux");

function write(host: Host, path: string, text: string): void {
  writeFileSync(host.path(path), text);
}

const root = { "/etc/passwd": "root:x:0:0::/root:/bin/sh\n", "/etc/group": "root:x:0:\n" };

onLinux("a setuid file is found whatever the bytes of its name and folder", async () => {
  const host = temporaryHost({ ...root, "/proc/self/mounts": "/dev/a / ext4 rw 0 0\n" });
  mkdirSync(host.path("/caf\\xE9"));
  for (const name of ["/caf\\xE9/sh\\xFF", "/caf\\xE9/sh\\x5CxFF"]) {
    write(host, name, "");
    chmodSync(host.path(name), 0o4755);
  }
  const rows = await collectRows(suidBin, host);
  expect(rows.map((row) => row.path)).toEqual(["/caf\\xE9/sh\\x5CxFF", "/caf\\xE9/sh\\xFF"]);
});

onLinux("the shown path leads back to the file: to its content and its link's target", () => {
  const host = temporaryHost({ "/srv/x": "" });
  write(host, "/srv/\\xFF", "raw");
  write(host, "/srv/\\x5CxFF", "escaped");
  symlinkSync(Buffer.from([0xff]), host.path("/srv/link"));
  expect([host.read("/srv/\\xFF"), host.read("/srv/\\x5CxFF")]).toEqual(["raw", "escaped"]);
  expect(host.readlink("/srv/link")).toBe("\\xFF");
  const found = scanTable(file, host, [{ column: "directory", op: "=", value: "/srv" }]).rows;
  expect(found.map((row) => [row.filename, row.size])).toEqual([
    ["\\x5CxFF", 7],
    ["link", 3],
    ["x", 0],
    ["\\xFF", 3],
  ]);
  const hashed = scanTable(hash, host, [{ column: "path", op: "LIKE", value: "/srv/\\xF_" }]).rows;
  expect(hashed.map((row) => row.path)).toEqual(["/srv/\\xFF"]);
});

onLinux("sudo reads a drop-in whatever its name, and so does the table", async () => {
  const host = temporaryHost({
    ...root,
    "/etc/sudoers": "@includedir /etc/sudoers.d\n",
    "/etc/sudoers.d/10-a": "# none\n",
  });
  write(host, "/etc/sudoers.d/caf\\xE9", "mallory ALL=(ALL) NOPASSWD: ALL\n");
  const rows = await collectRows(sudoers, host);
  expect(rows.at(-1)).toMatchObject({ source: "/etc/sudoers.d/caf\\xE9", who: "mallory" });
});

onLinux("links in /proc and mount points keep their bytes", async () => {
  const host = hostTree({
    files: {
      ...root,
      "/proc/1/status": "Name:\tsh\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n",
      "/proc/1/mounts": Buffer.from(
        "/dev/a / ext4 rw 0 0\ntmpfs /mnt/\xe9\\040\\134xFF tmpfs rw 0 0\n",
        "latin1",
      ),
    },
    links: { "/proc/1/fd/1": "/x" },
  });
  symlinkSync(Buffer.from("/srv/\xff", "latin1"), host.path("/proc/1/fd/3"));
  const open = await collectRows(processOpenFiles, host);
  expect(open.map((row) => row.path)).toEqual(["/x", "/srv/\\xFF"]);
  const paths = (await collectRows(mounts, host)).map((row) => row.path);
  expect(paths).toContain("/mnt/\\xE9 \\x5CxFF");
});
