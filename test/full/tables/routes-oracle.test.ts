import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "../../../src/tables/host/local.ts";
import type { Host } from "../../../src/tables/host/port.ts";
import type { Row } from "../../../src/tables/model/table.ts";
import { routes } from "../../../src/tables/network/routes.ts";
import { collectOf } from "../../helpers/collect-table.ts";

const name = `inquest-test-${process.pid}`;

function ip(...args: string[]) {
  const { status, stdout } = spawnSync("ip", args, { encoding: "utf8" });
  return { ok: status === 0, stdout: stdout ?? "" };
}

const canIsolate =
  ip("netns", "add", name).ok && ip("-n", name, "tuntap", "add", "dev", "t0", "mode", "tun").ok;
ip("netns", "delete", name);
if (!canIsolate)
  console.warn("Skipped: the comparison of routes needs root, ip and network namespaces.");

const setup = `
link set lo up
link set t0 up
addr add 10.9.0.2/24 dev t0
addr add fd09::2/64 dev t0 nodad
route add default via 10.9.0.1 metric 50
route add blackhole 10.66.0.0/16
route add unreachable 10.67.0.0/16 metric 7
route add prohibit 10.68.0.0/16 table 100
route add throw 10.69.0.0/16 table 100
route add 10.70.0.0/16 via 10.9.0.1 mtu 1400 src 10.9.0.2
route add 10.71.0.0/16 nexthop via 10.9.0.1 weight 2 nexthop via 10.9.0.3
route add 10.72.0.0/16 via inet6 fd09::1
route add 10.73.0.9 dev t0 table 5000
-6 route add default via fd09::1
-6 route add 2001:db8:1::/48 via fd09::1 mtu 1300
-6 route add blackhole 2001:db8:2::/48
-6 route add 2001:db8:3::/48 from fd09::/64 via fd09::1 table 100
-6 route add 2001:db8:4::/48 nexthop via fd09::1 nexthop via fd09::3
-6 route add prohibit 2001:db8:5::1`;

/** A network namespace with these routes, deleted after the test. */
function isolatedHost(): Host {
  ip("netns", "add", name);
  onTestFinished(() => void ip("netns", "delete", name));
  ip("-n", name, "tuntap", "add", "dev", "t0", "mode", "tun");
  for (const line of setup.trim().split("\n"))
    expect(ip("-n", name, ...line.split(" ")).ok, line).toBe(true);
  const host = openHost();
  return { ...host, run: (tool, args) => host.run("ip", ["netns", "exec", name, tool, ...args]) };
}

/** The text output of ip, which people read: a line for each route, more for its hops. */
function describeAsText(family: "-4" | "-6"): string[] {
  const { stdout } = ip("-n", name, family, "route", "show", "table", "all");
  return stdout
    .replace(/ \n\tnexthop|\n\tnexthop/g, "\tnexthop")
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      const [route = "", ...hops] = line.split("\tnexthop");
      return (hops.length ? hops : [""]).map((hop) => textRow(route, hop, family));
    });
}

function textRow(route: string, hop: string, family: "-4" | "-6"): string {
  const after = (word: string, text = route) =>
    new RegExp(`(?:^| )${word} (?:inet6 )?(\\S+)`).exec(text)?.[1];
  const [, type, dst = ""] =
    /^(?:(local|broadcast|multicast|anycast|blackhole|unreachable|prohibit|throw) )?(\S+)/.exec(
      route,
    ) ?? [];
  const zero = family === "-6" ? "::/0" : "0.0.0.0/0";
  const full =
    dst === "default" ? zero : dst.includes("/") ? dst : `${dst}/${family === "-6" ? 128 : 32}`;
  return [
    full,
    after("via", hop || route) ?? "",
    after("dev", hop || route) ?? "",
    after("src") ?? after("from") ?? "",
    after("mtu") ?? 0,
    after("metric") ?? 0,
    type ?? "gateway",
    after("table") ?? "main",
  ].join(" | ");
}

const tableRow = (row: Row) =>
  [
    `${row.destination}/${row.netmask}`,
    row.gateway,
    row.interface,
    row.source,
    row.mtu,
    row.metric,
    row.type,
    row.table_name,
  ].join(" | ");

test.skipIf(!canIsolate)(
  "routes of every table, type and hop are those that ip shows",
  async () => {
    const { rows, gaps } = await collectOf(routes, isolatedHost());
    expect(gaps).toEqual([]);
    const shown = [...describeAsText("-4"), ...describeAsText("-6")];
    expect(shown.length).toBeGreaterThan(24);
    expect(rows.map(tableRow).sort()).toEqual(shown.sort());
  },
);
