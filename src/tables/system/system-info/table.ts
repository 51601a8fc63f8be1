import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/** The machine itself: its name, processor, memory and maker. */
export const systemInfo: CollectedTable = {
  name: "system_info",
  description: "The machine: name, processor, memory, manufacturer and virtualisation.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    hostname: "TEXT",
    uuid: "TEXT",
    cpu_type: "TEXT",
    cpu_subtype: "TEXT",
    cpu_brand: "TEXT",
    cpu_physical_cores: "INTEGER",
    cpu_logical_cores: "INTEGER",
    cpu_sockets: "INTEGER",
    cpu_microcode: "TEXT",
    physical_memory: "BIGINT",
    hardware_vendor: "TEXT",
    hardware_model: "TEXT",
    hardware_version: "TEXT",
    hardware_serial: "TEXT",
    board_vendor: "TEXT",
    board_model: "TEXT",
    board_version: "TEXT",
    board_serial: "TEXT",
    computer_name: "TEXT",
    local_hostname: "TEXT",
    virtualization: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows }),
};
