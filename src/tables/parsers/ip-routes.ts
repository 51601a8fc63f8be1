import type { Row } from "../model/table.ts";

/** A route in the output of `ip -j route`, as far as it is used. */
interface IpRoute extends Hop {
  /** Absent: unicast. */
  type?: string;
  dst?: string;
  /** Absent: "main". */
  table?: string;
  prefsrc?: string;
  /** The sources that the route is limited to (IPv6). */
  from?: string;
  metric?: number;
  metrics?: { mtu?: number }[];
  nexthops?: Hop[];
}

interface Hop {
  gateway?: string;
  /** The gateway of an IPv4 route over IPv6. */
  via?: { host?: string };
  dev?: string;
}

/** Rows of `ip -j route show table all`, one for each hop of a route; undefined when it isn't JSON. */
export function parseIpRoutes(text: string, family: "ipv4" | "ipv6"): Row[] | undefined {
  return parseList(text)
    ?.filter((route) => typeof route.dst === "string" && !isNullEntry(route))
    .flatMap((route) => {
      const shared = describeRoute(route, family);
      const hops = Array.isArray(route.nexthops) ? route.nexthops : [route];
      return hops.map((hop) => ({ ...shared, ...describeHop(hop, shared) }));
    });
}

/** The kernel's internal "no route" entry at the end of a table. */
const isNullEntry = ({ type, metric }: IpRoute) => type === "unreachable" && metric === 0xffff_ffff;

function describeRoute(route: IpRoute, family: "ipv4" | "ipv6") {
  const { type = "unicast", dst = "", table = "main", metrics = [] } = route;
  const isIpv6 = family === "ipv6";
  const [address = "", prefix] = (dst === "default" ? (isIpv6 ? "::/0" : "0.0.0.0/0") : dst).split(
    "/",
  );
  return {
    destination: address,
    netmask: prefix === undefined ? (isIpv6 ? 128 : 32) : Number(prefix),
    source: route.prefsrc ?? route.from ?? "",
    mtu: metrics.find(({ mtu }) => mtu !== undefined)?.mtu ?? 0,
    metric: route.metric ?? 0,
    // osquery's word for the ordinary kind
    type: type === "unicast" ? "gateway" : type,
    table_name: table,
  };
}

const flagBits = { up: 0x1, gateway: 0x2, host: 0x4, reject: 0x200 }; // RTF_*, linux/route.h
const rejecting = new Set(["unreachable", "prohibit", "blackhole", "throw"]);

function describeHop(
  { gateway, via, dev = "" }: Hop,
  { type, netmask, destination }: { type: string; netmask: number; destination: string },
) {
  const next = gateway ?? via?.host ?? "";
  const isHost = netmask === (destination.includes(":") ? 128 : 32);
  const flags =
    (rejecting.has(type) ? flagBits.reject : flagBits.up) |
    (next === "" ? 0 : flagBits.gateway) |
    (isHost ? flagBits.host : 0);
  return { gateway: next, interface: dev, flags };
}

function parseList(text: string): IpRoute[] | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || "[]");
    return Array.isArray(value)
      ? value.filter((each) => typeof each === "object" && each)
      : undefined;
  } catch {
    return undefined;
  }
}
