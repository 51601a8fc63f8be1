import { TableUnavailable } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { requiredOutput } from "../host/tool-output.ts";
import type { Row } from "../model/table.ts";
import { maskOfPrefix } from "../parsers/net-address.ts";

/** An interface as `ifconfig -a` shows it. */
export interface Interface {
  name: string;
  flags: number;
  mtu: number;
  mac: string | null;
  metric: number;
  /** "active" or "inactive"; null for interfaces without a carrier. */
  status: string | null;
  addresses: Address[];
}

export interface Address {
  address: string;
  mask: string | null;
  broadcast: string | null;
  pointToPoint: string | null;
  type: string | null;
}

/** The interfaces of this Mac; lo0 always exists. */
export async function readInterfaces(host: Host): Promise<Interface[]> {
  const interfaces = parseIfconfig(await requiredOutput(host, "ifconfig", ["-a"]));
  if (interfaces.length > 0) return interfaces;
  throw new TableUnavailable("error", "ifconfig: no interfaces in its output");
}

/** Parses `ifconfig -a`: each unindented line starts an interface. */
export function parseIfconfig(text: string): Interface[] {
  const interfaces: Interface[] = [];
  for (const line of text.split("\n")) {
    const head = /^(\S+): flags=([0-9a-f]+)<[^>]*>(.*)$/.exec(line);
    if (head) interfaces.push(interfaceOf(head));
    else if (/^\s/.test(line)) addDetail(interfaces.at(-1), line.trim().split(/\s+/));
  }
  return interfaces;
}

function interfaceOf([, name = "", flags = "", rest = ""]: RegExpExecArray): Interface {
  return {
    name,
    flags: Number.parseInt(flags, 16),
    mtu: Number(/\bmtu (\d{1,10})/.exec(rest)?.[1] ?? 0),
    metric: Number(/\bmetric (\d{1,10})/.exec(rest)?.[1] ?? 0),
    mac: null,
    status: null,
    addresses: [],
  };
}

function addDetail(target: Interface | undefined, words: string[]): void {
  if (!target) return;
  const [kind, first = ""] = words;
  if (kind === "ether" || kind === "lladdr") target.mac = first;
  else if (kind === "status:") target.status = first;
  else if (kind === "inet") target.addresses.push(ipv4Of(words));
  else if (kind === "inet6") target.addresses.push(ipv6Of(words));
}

const after = (words: string[], word: string): string | null => {
  const at = words.indexOf(word);
  return at < 0 ? null : (words[at + 1] ?? null);
};

/** "inet 192.168.1.7 netmask 0xffffff00 broadcast 192.168.1.255", "inet 10.8.0.2 --> 10.8.0.1 netmask …" */
function ipv4Of(words: string[]): Address {
  return {
    address: words[1] ?? "",
    mask: dottedMask(after(words, "netmask")),
    broadcast: after(words, "broadcast"),
    pointToPoint: after(words, "-->"),
    type: null,
  };
}

function dottedMask(text: string | null): string | null {
  if (text === null || !/^0x[0-9a-f]{8}$/i.test(text)) return text;
  return Buffer.from(text.slice(2), "hex").join(".");
}

/**
 * Drops the interface after "%", which has its own column; "autoconf" addresses came from a router.
 */
function ipv6Of(words: string[]): Address {
  const prefix = Number(after(words, "prefixlen") ?? 128);
  return {
    address: withoutZone(words[1] ?? ""),
    mask: maskOfPrefix(Math.min(prefix, 128), "ipv6"),
    broadcast: null,
    pointToPoint: mapText(after(words, "-->"), withoutZone),
    type: words.includes("autoconf") ? "auto" : words.includes("dynamic") ? "dhcp" : null,
  };
}

const withoutZone = (address: string) => address.replace(/%.*$/, "");
const mapText = (text: string | null, map: (text: string) => string) =>
  text === null ? null : map(text);

/** Rows of interface_addresses. */
export const addressRows = (interfaces: Interface[]): Row[] =>
  interfaces.flatMap(({ name, addresses }) =>
    addresses.map(({ address, mask, broadcast, pointToPoint, type }) => ({
      interface: name,
      address,
      mask,
      broadcast,
      point_to_point: pointToPoint,
      type,
    })),
  );

/** IFT_ETHER and IFT_LOOP of net/if_types.h; ifconfig doesn't show other types. */
const typeOf = ({ name, mac }: Interface) => (mac !== null ? 6 : /^lo\d/.test(name) ? 24 : null);

/** Rows of interface_details. BSD flags match Linux's up to promiscuous (0x100). */
export const detailRows = (interfaces: Interface[]): Row[] =>
  interfaces.map((each) => ({
    interface: each.name,
    mac: each.mac,
    type: typeOf(each),
    mtu: each.mtu,
    metric: each.metric,
    flags: each.flags,
    operstate: each.status === null ? null : each.status === "active" ? "up" : "down",
  }));
