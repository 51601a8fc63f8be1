import type { CollectedTable } from "../model/table.ts";
import { collectAlf } from "./read-alf.ts";

/** The application firewall; what its own tool doesn't tell is NULL. */
export const alf: CollectedTable = {
  name: "alf",
  description: "The application firewall of macOS: whether it is on, and how strict.",
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
