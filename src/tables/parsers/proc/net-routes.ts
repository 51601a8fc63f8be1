import type { Row } from "../../model/table.ts";
import { parseKernelAddress, parseNetworkAddress } from "../net-address.ts";

const rejects = 0x200; // RTF_REJECT, linux/route.h
const isLocal = 0x8000_0000; // RTF_LOCAL, linux/ipv6_route.h
const isAnycast = 0x10_0000; // RTF_ANYCAST

/**
 * Line format: interface destination gateway flags refcount use metric mask mtu window irtt,
 * addresses in hex.
 */
export function parseIpv4Routes(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [name, destination, gateway, flagsHex, , , metric, mask, mtu] = fields;
    const address = parseKernelAddress(destination ?? "");
    const netmask = prefixOfMask(mask);
    if (fields.length < 11 || !address || netmask === undefined) return [];
    const flags = Number.parseInt(flagsHex!, 16);
    const hop = parseKernelAddress(gateway ?? "");
    return [
      {
        destination: address,
        netmask,
        gateway: hop === "0.0.0.0" ? "" : hop,
        source: null,
        flags,
        interface: name === "*" ? "" : name,
        mtu: Number(mtu),
        metric: Number(metric),
        // A blackhole is not marked as one, but has no interface.
        type: flags & rejects || name === "*" ? "other" : "gateway",
        table_name: "main",
      },
    ];
  });
}

/** Bits set in a hex netmask. */
function prefixOfMask(hex = ""): number | undefined {
  if (!/^[0-9A-Fa-f]{8}$/.test(hex)) return undefined;
  return Number.parseInt(hex, 16).toString(2).replaceAll("0", "").length;
}

/**
 * Line format: destination prefix source prefix gateway metric refcount use flags interface, all in
 * hex.
 */
export function parseIpv6Routes(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const [destination, prefix, source, sourcePrefix, gateway, metric, , , flagsHex, name] = fields;
    const address = parseNetworkAddress(destination ?? "");
    const flags = Number.parseInt(flagsHex ?? "", 16);
    if (!name || !address || Number.isNaN(flags) || isNullEntry(flags, metric)) return [];
    const hop = parseNetworkAddress(gateway ?? "");
    return [
      {
        destination: address,
        netmask: Number.parseInt(prefix!, 16),
        gateway: hop === "::" ? "" : hop,
        source: sourcePrefix === "00" ? "" : (parseNetworkAddress(source ?? "") ?? ""),
        flags,
        interface: name,
        mtu: null,
        metric: Number.parseInt(metric!, 16),
        type: typeOf(flags, address),
        table_name: null,
      },
    ];
  });
}

/** The kernel's internal "no route" entry at the end of a table. */
const isNullEntry = (flags: number, metric: string | undefined) =>
  (flags & rejects) !== 0 && metric === "ffffffff";

function typeOf(flags: number, destination: string): string {
  // Bit 31 makes the masked value negative.
  if ((flags & isLocal) !== 0) return "local";
  if ((flags & isAnycast) !== 0) return "anycast";
  if ((flags & rejects) !== 0 || destination.startsWith("ff")) return "other";
  return "gateway";
}
