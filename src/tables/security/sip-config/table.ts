import type { CollectedTable } from "../../model/table.ts";
import { collectSipConfig } from "./darwin.ts";

/** The row `sip` is the whole; the others are exceptions from it. */
export const sipConfig: CollectedTable = {
  name: "sip_config",
  description: "System Integrity Protection of macOS, and the exceptions from it.",
  platforms: ["darwin"],
  columns: { config_flag: "TEXT", enabled: "INTEGER", enabled_nvram: "INTEGER" },
  collect: collectSipConfig,
};
