import { gapReader } from "../host/gap-reader.ts";
import { readRequired } from "../host/read-required.ts";
import type { CollectedTable } from "../model/table.ts";
import { parseIpv4Routes, parseIpv6Routes } from "../parsers/proc/net-routes.ts";

const maxBytes = 64 << 20;

/** One row per route: IPv4's main table and IPv6's tables; `netmask` is the prefix length. */
export const routes: CollectedTable = {
  name: "routes",
  description: "Routes of IPv4's main table and of IPv6.",
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
  },
  collect(host) {
    const read = gapReader(host);
    const ipv4 = readRequired(host, "/proc/net/route", maxBytes);
    const ipv6 = read.text("/proc/net/ipv6_route", maxBytes) ?? "";
    return { rows: [...parseIpv4Routes(ipv4), ...parseIpv6Routes(ipv6)], gaps: read.gaps };
  },
};
