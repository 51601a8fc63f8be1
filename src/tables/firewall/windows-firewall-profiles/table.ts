import type { CollectedTable } from "../../model/table.ts";
import { collectWindowsFirewallProfiles } from "./windows.ts";

/** One profile of the Windows firewall a row. osquery has no table that says whether it is on. */
export const windowsFirewallProfiles: CollectedTable = {
  name: "windows_firewall_profiles",
  description:
    "Profiles of the Windows firewall: whether each is on, and what it does without a rule.",
  platforms: ["win32"],
  columns: {
    name: "TEXT",
    enabled: "INTEGER",
    default_inbound_action: "TEXT",
    default_outbound_action: "TEXT",
    allow_local_rules: "INTEGER",
    notify_on_listen: "INTEGER",
    log_allowed: "INTEGER",
    log_blocked: "INTEGER",
    log_path: "TEXT",
  },
  collect: collectWindowsFirewallProfiles,
};
