import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectUnix } from "./unix.ts";
import { collectWindows } from "./windows.ts";

/** One row per line of the hosts file. */
export const etcHosts: CollectedTable = {
  name: "etc_hosts",
  description: "Host names and addresses in the hosts file.",
  platforms: ["linux", "darwin", "win32"],
  columns: { address: "TEXT", hostnames: "TEXT" },
  collect: byPlatform({ linux: collectUnix, darwin: collectUnix, win32: collectWindows }),
};
