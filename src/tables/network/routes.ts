import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { readRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseIpRoutes } from "../parsers/ip-routes.ts";
import { parseIpv4Routes, parseIpv6Routes } from "../parsers/proc/net-routes.ts";

const maxBytes = 64 << 20;

/**
 * One row per route and hop, of all tables; `netmask` is the prefix length, `mtu` the route's own (0
 * for the interface's). Files in /proc lack most of it: without `ip` they are used, with gaps.
 */
export const routes: CollectedTable = {
  name: "routes",
  description: "Routes of all routing tables, a row for each next hop.",
  platforms: ["linux"],
  columns: {
    destination: "TEXT",
    netmask: "INTEGER",
    gateway: "TEXT",
    source: "TEXT",
    flags: "INTEGER",
    interface: "TEXT",
    mtu: "INTEGER",
    metric: "INTEGER",
    type: "TEXT",
    table_name: "TEXT",
  },
  async collect(host) {
    const read = gapReader(host);
    const ipv4 = (await askIp(read, "ipv4")) ?? readIpv4(read);
    const ipv6 = (await askIp(read, "ipv6")) ?? readIpv6(read);
    return { rows: [...ipv4, ...ipv6], gaps: read.gaps };
  },
};

/** Undefined when `ip` is missing, fails, or is busybox's, which has no JSON output. */
async function askIp(read: GapReader, family: "ipv4" | "ipv6"): Promise<Row[] | undefined> {
  const flag = family === "ipv4" ? "-4" : "-6";
  const quiet = gapReader(read.host);
  const text = await quiet.output("ip", flag, "-j", "route", "show", "table", "all");
  return text === undefined ? undefined : parseIpRoutes(text, family);
}

/** The file has the main table alone. */
function readIpv4(read: GapReader): Row[] {
  const rows = parseIpv4Routes(readRequired(read.host, "/proc/net/route", maxBytes));
  read.report({
    reason: "table_missing",
    detail: "ip is missing or has no JSON output: routes of IPv4's other tables not listed",
  });
  return rows;
}

/** The file has all tables, without their names. */
function readIpv6(read: GapReader): Row[] {
  const text = read.text("/proc/net/ipv6_route", maxBytes);
  if (text === undefined) return [];
  read.forColumns(["mtu", "source", "type", "table_name"]).report({
    reason: "table_missing",
    detail:
      "ip is missing or has no JSON output: IPv6 routes without their table, type, source and MTU",
  });
  return parseIpv6Routes(text);
}
