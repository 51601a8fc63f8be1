import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fileCapabilities,
  parseGetcap,
} from "../../../../src/tables/permissions/file-capabilities.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const asRoot = "Name:\tinquest\nCapEff:\t000001ffffffffff\n";
const files = {
  "/proc/self/status": asRoot,
  "/proc/self/mounts": "proc /proc proc rw 0 0\nsrv:/x /mnt/net nfs rw 0 0\n/dev/a / ext4 rw 0 0\n",
  "/usr/bin/ping": "",
  "/mnt/net/x": "",
  "/mnt/local/x": "",
};

test("getcap skips network mounts, and its output becomes rows", async () => {
  const host = temporaryHost(files, {
    "getcap -r /mnt/local /usr":
      "/usr/bin/ping cap_net_raw=ep\n/opt/my app cap_setuid,cap_sys_admin=eip\n",
  });
  expect(await collectRows(fileCapabilities, host)).toEqual([
    { path: "/usr/bin/ping", capabilities: "cap_net_raw", flags: "ep" },
    { path: "/opt/my app", capabilities: "cap_setuid,cap_sys_admin", flags: "eip" },
  ]);
});

test("an account that can't enter every folder has a gap", async () => {
  const ordinary = { ...files, "/proc/self/status": "CapEff:\t0000000000000000\n" };
  const host = temporaryHost(ordinary, { "getcap -r /mnt/local /usr": "" });
  const { rows, gaps } = await fileCapabilities.collect(host);
  expect(rows).toEqual([]);
  expect(gaps.map(({ reason }) => reason)).toEqual(["denied", "policy"]);
});

test("without getcap the table is missing", async () => {
  await expect(fileCapabilities.collect(temporaryHost(files))).rejects.toThrow(
    "getcap is not installed",
  );
});

test("the older form and all capabilities at once are understood", () => {
  expect(parseGetcap("/bin/a = cap_net_raw+ep\n/bin/b =ep\nFailed to get capabilities")).toEqual([
    { path: "/bin/a", capabilities: "cap_net_raw", flags: "ep" },
    { path: "/bin/b", capabilities: "all", flags: "ep" },
  ]);
});

test("any output is parsed without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => parseGetcap(`/${text}`).every(({ path }) => path)));
});
