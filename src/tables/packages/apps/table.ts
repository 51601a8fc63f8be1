import type { CollectedTable } from "../../model/table.ts";
import { collectApps } from "./darwin.ts";

/** One application bundle a row; when it was last opened only Spotlight knows: NULL. */
export const apps: CollectedTable = {
  name: "apps",
  description: "Applications of macOS, with their versions.",
  platforms: ["darwin"],
  columns: {
    name: "TEXT",
    path: "TEXT",
    bundle_executable: "TEXT",
    bundle_identifier: "TEXT",
    bundle_name: "TEXT",
    bundle_short_version: "TEXT",
    bundle_version: "TEXT",
    bundle_package_type: "TEXT",
    environment: "TEXT",
    element: "TEXT",
    compiler: "TEXT",
    development_region: "TEXT",
    display_name: "TEXT",
    info_string: "TEXT",
    minimum_system_version: "TEXT",
    category: "TEXT",
    applescript_enabled: "TEXT",
    copyright: "TEXT",
    last_opened_time: "DOUBLE",
  },
  collect: collectApps,
};
