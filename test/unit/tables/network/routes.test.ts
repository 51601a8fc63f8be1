import fc from "fast-check";
import { expect, test } from "vitest";
import { routes } from "../../../../src/tables/network/routes.ts";
import { parseIpRoutes } from "../../../../src/tables/parsers/ip-routes.ts";
import {
  parseIpv4Routes,
  parseIpv6Routes,
} from "../../../../src/tables/parsers/proc/net-routes.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree, temporaryHost } from "../../../helpers/host.ts";

const command = (family: 4 | 6) => `ip -${family} -j route show table all`;
const printed = (ipv4: object[], ipv6: object[] = []) =>
  temporaryHost({}, { [command(4)]: JSON.stringify(ipv4), [command(6)]: JSON.stringify(ipv6) });

test("a route has its table, type, source and MTU, and a row for each hop", async () => {
  const host = printed(
    [
      { dst: "default", gateway: "10.9.0.1", dev: "t0", protocol: "dhcp", metric: 100, flags: [] },
      { type: "prohibit", dst: "10.68.0.0/16", table: "100", flags: [] },
      {
        dst: "10.70.0.7",
        gateway: "10.9.0.1",
        dev: "t0",
        prefsrc: "10.9.0.2",
        metrics: [{ mtu: 1400 }],
      },
      {
        dst: "10.71.0.0/16",
        nexthops: [
          { gateway: "10.9.0.1", dev: "t0", weight: 2 },
          { gateway: "10.9.0.3", dev: "t1", weight: 1 },
        ],
      },
      { dst: "10.72.0.0/16", via: { family: "inet6", host: "fd09::1" }, dev: "t0" },
    ],
    [
      { type: "local", dst: "::1", dev: "lo", table: "local", metric: 0 },
      { dst: "default", from: "fd09::/64", gateway: "fd09::1", dev: "t0", metric: 1024 },
      { type: "unreachable", dst: "default", dev: "lo", metric: 4294967295 },
    ],
  );
  const { rows, gaps } = await routes.collect(host);
  expect(gaps).toEqual([]);
  const order = Object.keys(routes.columns);
  expect(rows.map((row) => order.map((column) => row[column]))).toEqual([
    ["0.0.0.0", 0, "10.9.0.1", "", 3, "t0", 0, 100, "gateway", "main"],
    ["10.68.0.0", 16, "", "", 0x200, "", 0, 0, "prohibit", "100"],
    ["10.70.0.7", 32, "10.9.0.1", "10.9.0.2", 7, "t0", 1400, 0, "gateway", "main"],
    ["10.71.0.0", 16, "10.9.0.1", "", 3, "t0", 0, 0, "gateway", "main"],
    ["10.71.0.0", 16, "10.9.0.3", "", 3, "t1", 0, 0, "gateway", "main"],
    ["10.72.0.0", 16, "fd09::1", "", 3, "t0", 0, 0, "gateway", "main"],
    ["::1", 128, "", "", 5, "lo", 0, 0, "local", "local"],
    ["::", 0, "fd09::1", "fd09::/64", 3, "t0", 0, 1024, "gateway", "main"],
  ]);
});

const otherTables = {
  reason: "table_missing",
  detail: "ip is missing or has no JSON output: routes of IPv4's other tables not listed",
};
const incomplete = {
  reason: "table_missing",
  detail:
    "ip is missing or has no JSON output: IPv6 routes without their table, type, source and MTU",
  columns: ["mtu", "source", "type", "table_name"],
};

test("without ip the kernel's files show the routes, without the end of their table", async () => {
  const { rows, gaps } = await routes.collect(hostTree({ from: "proc-web" }));
  expect(gaps).toEqual([otherTables, incomplete]);
  expect(
    rows.map((row) => [
      row.destination,
      row.netmask,
      row.gateway,
      row.interface,
      row.metric,
      row.type,
    ]),
  ).toEqual([
    ["0.0.0.0", 0, "10.0.0.1", "eth0", 100, "gateway"],
    ["10.0.0.0", 24, "", "eth0", 100, "gateway"],
    ["192.168.0.0", 16, "", "", 0, "other"],
    ["fd00::", 64, "", "eth0", 256, "gateway"],
    ["::", 0, "fd00::1", "eth0", 1024, "gateway"],
    ["fd00::2", 128, "", "eth0", 0, "local"],
    ["ff00::", 8, "", "eth0", 256, "other"],
  ]);
});

test("without IPv6 the table is complete; unreadable IPv6 routes are a gap", async () => {
  const host = hostTree({ from: "proc-web" });
  const gone = await routes.collect(closePaths(host, /ipv6_route$/, "ENOENT"));
  expect([gone.rows.length, gone.gaps]).toEqual([3, [otherTables]]);
  const refused = await routes.collect(closePaths(host, /ipv6_route$/));
  expect(refused.gaps).toEqual([
    otherTables,
    { reason: "denied", detail: "/proc/net/ipv6_route: permission denied" },
  ]);
});

test("parsers take any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      parseIpv4Routes(text);
      parseIpv6Routes(text);
      parseIpRoutes(text, "ipv6");
    }),
  );
});
