import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/** One row per address of an interface. */
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
    linux: collectLinux,
    darwin: collectDarwin,
    win32: collectWindows,
  }),
};
