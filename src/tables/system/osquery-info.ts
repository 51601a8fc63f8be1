import { readDmi } from "../hardware/dmi.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";

/** Linux in osquery's platform mask. */
const linuxMask = 9;

/** This agent, in the columns that osquery uses for itself. */
export const osqueryInfo: CollectedTable = {
  name: "osquery_info",
  description: "The agent itself: its process, version and platform.",
  platforms: ["linux"],
  columns: {
    pid: "INTEGER",
    uuid: "TEXT",
    instance_id: "TEXT",
    version: "TEXT",
    config_hash: "TEXT",
    config_valid: "INTEGER",
    extensions: "TEXT",
    build_platform: "TEXT",
    build_distro: "TEXT",
    start_time: "INTEGER",
    watcher: "INTEGER",
    platform_mask: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const row = {
      pid: process.pid,
      uuid: readDmi(read, "product_uuid", "uuid"),
      config_valid: 1,
      extensions: "inactive",
      build_platform: host.platform,
      start_time: Math.floor(host.now() / 1000 - process.uptime()),
      watcher: -1,
      platform_mask: linuxMask,
    };
    return { rows: [row], gaps: read.gaps };
  },
};
