import fc from "fast-check";
import { expect, test } from "vitest";
import { dnsResolvers } from "../../../../src/tables/network/dns-resolvers.ts";
import { parseResolvConf } from "../../../../src/tables/parsers/resolv-conf.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree } from "../../../helpers/host.ts";

const stub = { source: "/etc/resolv.conf", options: 0x410_02c1, given_by: null };
const behind = {
  source: "/run/systemd/resolve/resolv.conf",
  options: 0x2c1,
  given_by: null,
};

test("behind systemd-resolved's stub its upstream servers are listed", async () => {
  const { rows } = await dnsResolvers.collect(hostTree({ from: "proc-web" }));
  expect(rows).toEqual([
    { id: 0, type: "nameserver", address: "127.0.0.53", netmask: "32", ...stub },
    { id: 0, type: "search", address: "corp.example", ...stub },
    { id: 1, type: "search", address: "lab.example", ...stub },
    { id: 0, type: "nameserver", address: "10.0.0.2", netmask: "32", ...behind },
    { id: 1, type: "nameserver", address: "fd00::53", netmask: "128", ...behind },
  ]);
});

test("without the stub the other file is not read", async () => {
  const host = hostTree({
    files: {
      "etc/resolv.conf":
        "nameserver 9.9.9.9\nsortlist 10.0.0.0/255.0.0.0\n;nameserver 1.1.1.1\n nameserver 1.0.0.1\n",
      "run/systemd/resolve/resolv.conf": "nameserver 10.0.0.2\n",
    },
  });
  const { rows } = await dnsResolvers.collect(host);
  expect(rows.map((row) => [row.type, row.address, row.netmask])).toEqual([
    ["nameserver", "9.9.9.9", "32"],
    ["sortlist", "10.0.0.0", "255.0.0.0"],
  ]);
});

const lists: [string, string][] = [
  ["run/systemd/netif/leases/2", "ADDRESS=10.0.0.5\nDNS=10.0.0.2 9.9.9.9\n"],
  ["run/systemd/resolve/netif/2", "SERVERS=9.9.9.9#dns.example\n"],
  ["run/NetworkManager/no-stub-resolv.conf", "nameserver 9.9.9.9\n"],
  ["var/lib/dhcp/dhclient.eth0.leases", "  option domain-name-servers 10.0.0.2, 9.9.9.9;\n"],
  ["etc/network/interfaces.d/eth0", "  dns-nameservers 9.9.9.9\n"],
  ["etc/sysconfig/network-scripts/ifcfg-eth0", 'DNS1="9.9.9.9"\n'],
];
test.each(lists)("%s names the server that it gave", async (path, text) => {
  const files = { "etc/resolv.conf": "nameserver 9.9.9.9\nnameserver 1.1.1.1\n", [path]: text };
  const { rows, gaps } = await dnsResolvers.collect(hostTree({ files }));
  expect(rows.map((row) => row.given_by)).toEqual([`/${path}`, null]);
  expect(gaps).toEqual([]);
});

test("a lease that can't be read leaves open who gave the servers", async () => {
  const host = hostTree({
    files: {
      "etc/resolv.conf": "nameserver 9.9.9.9\n",
      "var/lib/dhcp/dhclient.leases": "lease {}\n",
    },
  });
  const { gaps } = await dnsResolvers.collect(closePaths(host, /dhclient\.leases$/));
  expect(gaps).toMatchObject([{ reason: "denied", columns: ["given_by"] }]);
});

test("no file is no resolver; a refused one is a gap", async () => {
  expect(await dnsResolvers.collect(hostTree({}))).toEqual({ rows: [], gaps: [] });
  const refused = closePaths(hostTree({ from: "proc-web" }), /etc\/resolv\.conf$/);
  expect((await dnsResolvers.collect(refused)).gaps).toMatchObject([{ reason: "denied" }]);
});

test("the parser takes any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseResolvConf(text)));
});
