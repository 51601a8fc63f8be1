import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { openHost } from "../../../../../src/tables/host/local.ts";
import {
  parseIpAddresses,
  parseLocalAddresses,
} from "../../../../../src/tables/network/interface-addresses/linux.ts";
import { interfaceAddresses } from "../../../../../src/tables/network/interface-addresses/table.ts";
import { hostTree } from "../../../../helpers/host.ts";

const output = JSON.stringify([
  {},
  {
    ifname: "eth0",
    addr_info: [
      { family: "inet", local: "10.0.0.10", prefixlen: 24, broadcast: "10.0.0.255", dynamic: true },
      { family: "inet6", local: "fe80::1", prefixlen: 64 },
      { family: "inet6", local: "fd00::7", prefixlen: 128, dynamic: true },
      { family: "inet" },
      null,
    ],
  },
  {
    ifname: "tun0",
    addr_info: [{ family: "inet", local: "10.8.0.1", address: "10.8.0.2", prefixlen: 32 }],
  },
]);

test("addresses come from ip's JSON, with masks written out", async () => {
  const recorded = { "ip -j addr show": { stdout: output, exitCode: 0 } };
  const { rows, gaps } = await interfaceAddresses.collect(hostTree({ recorded }));
  expect(gaps).toEqual([]);
  expect(rows).toMatchObject([
    {
      interface: "eth0",
      address: "10.0.0.10",
      mask: "255.255.255.0",
      broadcast: "10.0.0.255",
      type: "dhcp",
    },
    { interface: "eth0", address: "fe80::1", mask: "ffff:ffff:ffff:ffff::", type: "manual" },
    { interface: "eth0", address: "fd00::7", type: "auto" },
    { interface: "tun0", address: "10.8.0.1", point_to_point: "10.8.0.2", mask: "255.255.255.255" },
  ]);
});

test("without ip a recorded host is unavailable instead of empty", async () => {
  await expect(interfaceAddresses.collect(hostTree({}))).rejects.toMatchObject({
    name: "TableUnavailable",
    reason: "table_missing",
  });
});

test("output other than JSON is not an empty list", () => {
  expect(parseIpAddresses("1: lo: <LOOPBACK>")).toBeUndefined();
  expect(parseIpAddresses("{}")).toBeUndefined();
  expect(parseIpAddresses("[1,null]")).toEqual([]);
});

test("local addresses are those that fib_trie marks so", () => {
  const trie =
    "Main:\n  |-- 10.0.0.0\n     /24 link UNICAST\n  |-- 10.0.0.10\n     /32 host LOCAL\n";
  expect(parseLocalAddresses(`${trie}${trie}`)).toEqual(["10.0.0.10"]);
});

test.runIf(process.platform === "linux")(
  "has every address that Node sees, with ip and without",
  async () => {
    const machine = openHost();
    const bare = openHost({ recorded: {} });
    const expected = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
      addresses.map(({ address, netmask }) => ({ interface: name, address, mask: netmask })),
    );
    for (const host of [machine, bare]) {
      const { rows } = await interfaceAddresses.collect(host);
      for (const row of expected) expect(rows).toContainEqual(expect.objectContaining(row));
    }
  },
);
