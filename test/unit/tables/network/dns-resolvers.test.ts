import fc from "fast-check";
import { expect, test } from "vitest";
import { dnsResolvers } from "../../../../src/tables/network/dns-resolvers.ts";
import { parseResolvConf } from "../../../../src/tables/parsers/resolv-conf.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree } from "../../../helpers/host.ts";

const stub = { source: "/etc/resolv.conf", options: 0x410_02c1 };
const behind = { source: "/run/systemd/resolve/resolv.conf", options: 0x2c1 };

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
      "etc/resolv.conf": "nameserver 9.9.9.9\nsortlist 10.0.0.0/255.0.0.0\n;nameserver 1.1.1.1\n",
      "run/systemd/resolve/resolv.conf": "nameserver 10.0.0.2\n",
    },
  });
  const { rows } = await dnsResolvers.collect(host);
  expect(rows.map((row) => [row.type, row.address, row.netmask])).toEqual([
    ["nameserver", "9.9.9.9", "32"],
    ["sortlist", "10.0.0.0", "255.0.0.0"],
  ]);
});

test("no file is no resolver; a refused one is a gap", async () => {
  expect(await dnsResolvers.collect(hostTree({}))).toEqual({ rows: [], gaps: [] });
  const refused = closePaths(hostTree({ from: "proc-web" }), /resolv\.conf$/);
  expect((await dnsResolvers.collect(refused)).gaps).toMatchObject([{ reason: "denied" }]);
});

test("the parser takes any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseResolvConf(text)));
});
