import type { CollectedTable } from "../model/table.ts";
import { collectAlf } from "./read-alf.ts";

/** Settings of the application firewall; NULL where its tool doesn't report them. */
export const alf: CollectedTable = {
  name: "alf",
  description: "The macOS application firewall: whether it is on, and its settings.",
  platforms: ["darwin"],
  columns: {
    allow_signed_enabled: "INTEGER",
    firewall_unload: "INTEGER",
    global_state: "INTEGER",
    logging_enabled: "INTEGER",
    logging_option: "INTEGER",
    stealth_enabled: "INTEGER",
    version: "TEXT",
  },
  collect: collectAlf,
};
