import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";
import { collectWindows } from "./windows.ts";

/** The distribution and its release, from os-release(5). */
export const osVersion: CollectedTable = {
  name: "os_version",
  description: "The operating system and its version.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    name: "TEXT",
    version: "TEXT",
    major: "INTEGER",
    minor: "INTEGER",
    patch: "INTEGER",
    build: "TEXT",
    platform: "TEXT",
    platform_like: "TEXT",
    codename: "TEXT",
    arch: "TEXT",
    install_date: "BIGINT",
    revision: "INTEGER",
    pretty_name: "TEXT",
    version_id: "TEXT",
    /** The last day of free security support, "YYYY-MM-DD"; NULL: it has no end (rolling). */
    support_end: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin, win32: collectWindows }),
};
