import { TableUnavailable } from "../host/gap.ts";
import type { CollectedTable, ColumnType } from "../model/table.ts";
import { linuxColumns } from "./linux-columns.ts";

/** Tables of osquery that an agent can't fill: what one of their rows is, and why there is none. */
const unanswered: Record<string, [row: string, reason: string]> = {
  augeas: ["Settings of configuration files.", "needs the lenses of Augeas"],
  carbon_black_info: [
    "Settings of a Carbon Black sensor.",
    "only the sensor's own files have them",
  ],
  device_file: ["Files of an unmounted file system.", "an agent parses no raw disks"],
  device_hash: ["Digests of files on a raw disk.", "an agent parses no raw disks"],
  device_partitions: ["Partitions of a raw disk.", "an agent parses no raw disks"],
  extended_attributes: ["Extended attributes of files.", "needs system calls that Node lacks"],
  kernel_integrity: ["Integrity of the kernel's code.", "needs a kernel module of osquery"],
  jetbrains_plugins: ["Plugins of JetBrains editors.", "they are described inside of archives"],
  msr: ["Model-specific registers of the CPU.", "an agent opens no devices"],
  ycloud_instance_metadata: [
    "Metadata of a Yandex Cloud instance.",
    "only the cloud's metadata service has them, and an agent makes no connections",
  ],
  yara_process: ["Processes whose memory matches YARA rules.", "an agent reads no memory"],
};

/** A table of older osquery, which packs still read: its columns are in no schema of today. */
const removed: Record<string, Record<string, ColumnType>> = {
  kernel_integrity: { sycall_addr_modified: "INTEGER", text_segment_hash: "TEXT" },
};

/** They exist so that a pack that reads them loads, and are empty with a gap that has the reason. */
export const unansweredTables: CollectedTable[] = Object.entries(unanswered).map(
  ([name, [row, reason]]) => ({
    name,
    description: `${row} Always empty: ${reason}.`,
    platforms: ["linux"],
    columns: removed[name] ?? linuxColumns(name),
    collect() {
      throw new TableUnavailable("table_missing", `${name}: ${reason}`);
    },
  }),
);
