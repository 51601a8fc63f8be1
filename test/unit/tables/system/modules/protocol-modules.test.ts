import { expect, test } from "vitest";
import { protocolModules } from "../../../../../src/tables/system/modules/protocol-modules.ts";
import { collectOf } from "../../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../../helpers/host.ts";

const folder = "/lib/modules/6.1.0";
const kernel = {
  "/proc/sys/kernel/osrelease": "6.1.0\n",
  "/proc/sys/kernel/modprobe": "/sbin/modprobe\n",
  "/sbin/modprobe": "",
  [`${folder}/modules.dep`]:
    "kernel/net/dccp/dccp.ko.xz:\nkernel/net/dccp/dccp_ipv4.ko.xz: kernel/net/dccp/dccp.ko.xz\nkernel/net/tipc/tipc.ko:\n",
  [`${folder}/modules.alias`]:
    "alias usb:v0781p* usb_storage\nalias net-pf-2-proto-33-type-6 dccp_ipv4\nalias net-pf-30 tipc\n",
};

async function stateOf(protocol: string, files: Record<string, string> = {}) {
  const { rows, gaps } = await collectOf(protocolModules, temporaryHost({ ...kernel, ...files }));
  const row = rows.find((each) => each.protocol === protocol)!;
  return { state: [row.status, row.autoload, row.stopped_by], gaps };
}

test("a request that a module's alias answers loads it", async () => {
  expect((await stateOf("dccp")).state).toEqual(["loadable", 1, null]);
  expect((await stateOf("tipc")).state).toEqual(["loadable", 1, null]);
  expect((await stateOf("sctp")).state).toEqual(["absent", 0, null]);
  const loaded = { "/proc/modules": "tipc 90112 0 - Live 0x0\n", [`${folder}/modules.alias`]: "" };
  expect((await stateOf("tipc", loaded)).state).toEqual(["loaded", 1, null]);
  expect((await stateOf("dccp", loaded)).state).toEqual(["loadable", 0, null]);
});

test("an alias of the configuration replaces the module's own", async () => {
  const path = "/etc/modprobe.d/own.conf";
  expect((await stateOf("tipc", { [path]: "\nalias net-pf-30 off\n" })).state).toEqual([
    "loadable",
    0,
    `${path}:2`,
  ]);
  const renamed = { [path]: "alias net-pf-3[0-9] tipc\nalias net-pf-30 off\n" };
  expect((await stateOf("tipc", renamed)).state).toEqual(["loadable", 1, null]);
});

test("the kernel's own program decides whether anything is loaded", async () => {
  const path = "/proc/sys/kernel/modprobe";
  for (const program of ["", "/bin/missing"])
    expect((await stateOf("tipc", { [path]: `${program}\n` })).state).toEqual([
      "loadable",
      0,
      path,
    ]);
  const { state, gaps } = await stateOf("tipc", { [path]: "/opt/load\n", "/opt/load": "" });
  expect(state).toEqual(["loadable", null, path]);
  expect(gaps[0]).toMatchObject({ columns: ["autoload"] });
});
