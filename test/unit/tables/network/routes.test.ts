import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openHost } from "../../../../src/tables/host/local.ts";
import { routes } from "../../../../src/tables/network/routes.ts";
import {
  parseIpv4Routes,
  parseIpv6Routes,
} from "../../../../src/tables/parsers/proc/net-routes.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { hostTree } from "../../../helpers/host.ts";

test("routes of both families, without the kernel's own end of table", async () => {
  const { rows, gaps } = await routes.collect(hostTree({ from: "proc-web" }));
  expect(gaps).toEqual([]);
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
  expect([gone.rows.length, gone.gaps]).toEqual([3, []]);
  const refused = await routes.collect(closePaths(host, /ipv6_route$/));
  expect(refused.gaps).toEqual([
    { reason: "denied", detail: "/proc/net/ipv6_route: permission denied" },
  ]);
});

test("parsers take any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      parseIpv4Routes(text);
      parseIpv6Routes(text);
    }),
  );
});

const hasIp = ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip", "/bin/ip"].some((path) =>
  existsSync(path),
);
if (!hasIp) console.warn("Skipped: the comparison with ip needs ip.");

test.skipIf(!hasIp)("has the default gateways that ip shows", async () => {
  const shown = execFileSync("ip", ["-4", "route", "show", "default"], { encoding: "utf8" });
  const gateways = [...shown.matchAll(/default via (\S+)/g)].map((match) => match[1]);
  const { rows } = await routes.collect(openHost());
  const ours = rows.filter((row) => row.destination === "0.0.0.0" && row.netmask === 0);
  expect(
    ours
      .map((row) => row.gateway)
      .filter(Boolean)
      .sort(),
  ).toEqual(gateways.sort());
});
