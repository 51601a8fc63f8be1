import { chmodSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fileCapabilities,
  parseGetcap,
} from "../../../../src/tables/permissions/file-capabilities.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectRows } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const mounts = "proc /proc proc rw 0 0\nsrv:/x /mnt/net nfs rw 0 0\n/dev/a / ext4 rw 0 0\n";

function makeHost(recorded: Record<string, string>) {
  const host = temporaryHost(
    {
      "/proc/self/mounts": mounts,
      "/usr/bin/ping": "",
      "/opt/my app": "",
      "/opt/data": "",
      "/mnt/net/x": "",
    },
    recorded,
  );
  for (const path of ["/usr/bin/ping", "/opt/my app", "/mnt/net/x"])
    chmodSync(host.path(path), 0o755);
  chmodSync(host.path("/opt/data"), 0o644);
  return host;
}

test("getcap is asked about programs on local file systems, and its output becomes rows", async () => {
  const host = makeHost({
    "getcap /opt/my app /usr/bin/ping":
      "/opt/my app cap_setuid,cap_sys_admin=eip\n/usr/bin/ping cap_net_raw=ep\n",
  });
  expect(await collectRows(fileCapabilities, host)).toEqual([
    { path: "/opt/my app", capabilities: "cap_setuid,cap_sys_admin", flags: "eip" },
    { path: "/usr/bin/ping", capabilities: "cap_net_raw", flags: "ep" },
  ]);
});

test("thousands of programs are split over several calls", async () => {
  const names = Array.from({ length: 1_500 }, (_, at) => `/opt/${"x".repeat(200)}${at}`);
  const host = temporaryHost({
    "/proc/self/mounts": "/dev/a / ext4 rw 0 0\n",
    ...Object.fromEntries(names.map((name) => [name, ""])),
  });
  for (const name of names) chmodSync(host.path(name), 0o755);
  const calls: string[][] = [];
  const run = async (_tool: string, args: string[]) => {
    calls.push(args);
    return { exitCode: 0, stdout: `${args[0]} cap_net_raw=ep\n` };
  };
  expect(await collectRows(fileCapabilities, { ...host, run })).toHaveLength(2);
  expect(calls.flat()).toEqual([...names].sort());
  expect(Math.max(...calls.map((args) => args.join(" ").length))).toBeLessThan(256 << 10);
});

test("folders that were not searched are gaps", async () => {
  const host = closePaths(makeHost({ "getcap /usr/bin/ping": "" }), (path) => path === "/opt");
  const { rows, gaps } = await fileCapabilities.collect(host);
  expect(rows).toEqual([]);
  expect(gaps.map(({ reason }) => reason)).toEqual(["policy", "denied"]);
});

test("without getcap the table is missing", async () => {
  await expect(fileCapabilities.collect(makeHost({}))).rejects.toThrow("getcap is not installed");
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
