import { readRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";

const permanent = 0x4; // ATF_PERM, net/if_arp.h

/** One row per IPv4 neighbour; 00:00:00:00:00:00 when it didn't answer. */
export const arpCache: CollectedTable = {
  name: "arp_cache",
  description: "Hardware addresses of IPv4 neighbours.",
  platforms: ["linux"],
  columns: { address: "TEXT", mac: "TEXT", interface: "TEXT", permanent: "TEXT" },
  collect: (host) => ({ rows: parseArp(readRequired(host, "/proc/net/arp", 64 << 20)), gaps: [] }),
};

/**
 * Line format: address, hardware type, flags, hardware address, mask, device; the first line is a
 * header.
 */
export function parseArp(text: string): Row[] {
  return text.split("\n").flatMap((line) => {
    const [address, , flags, mac, , device] = line.trim().split(/\s+/);
    if (!device || !/^0x[0-9a-f]+$/.test(flags ?? "")) return [];
    return [{ address, mac, interface: device, permanent: Number(flags) & permanent ? "1" : "0" }];
  });
}
