import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";

/**
 * One row per network interface, from /sys/class/net. `flags` are the kernel's own (net/if.h):
 * unlike the output of `ip`, they include PROMISC (0x100) when a sniffer set it.
 */
export const interfaceDetails: CollectedTable = {
  name: "interface_details",
  description: "Network interfaces with their hardware address, flags and counters.",
  platforms: ["linux", "darwin"],
  columns: {
    interface: "TEXT",
    mac: "TEXT",
    type: "INTEGER",
    mtu: "INTEGER",
    metric: "INTEGER",
    flags: "INTEGER",
    ipackets: "BIGINT",
    opackets: "BIGINT",
    ibytes: "BIGINT",
    obytes: "BIGINT",
    ierrors: "BIGINT",
    oerrors: "BIGINT",
    idrops: "BIGINT",
    odrops: "BIGINT",
    collisions: "BIGINT",
    last_change: "BIGINT",
    link_speed: "BIGINT",
    pci_slot: "TEXT",
    operstate: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin }),
};
