import { byPlatform } from "./by-platform.ts";
import { collectInterfaceAddresses } from "./darwin/interface-addresses.ts";
import { readAddresses } from "./linux/net-interfaces.ts";
import type { CollectedTable } from "./table.ts";
import { collectInterfaceAddresses as collectWindows } from "./windows/interface-addresses.ts";

/** One address of one interface a row. */
export const interfaceAddresses: CollectedTable = {
  name: "interface_addresses",
  description: "Addresses of the network interfaces.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    interface: "TEXT",
    address: "TEXT",
    mask: "TEXT",
    broadcast: "TEXT",
    point_to_point: "TEXT",
    type: "TEXT",
    friendly_name: "TEXT",
  },
  collect: byPlatform({
    linux: readAddresses,
    darwin: collectInterfaceAddresses,
    win32: collectWindows,
  }),
};
