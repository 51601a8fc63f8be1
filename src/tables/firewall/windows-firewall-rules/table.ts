import type { CollectedTable } from "../../model/table.ts";
import { collectWindowsFirewallRules } from "./windows.ts";

/** One rule of the Windows firewall a row, of every profile. */
export const windowsFirewallRules: CollectedTable = {
  name: "windows_firewall_rules",
  description: "Rules of the Windows firewall.",
  platforms: ["win32"],
  columns: {
    name: "TEXT",
    app_name: "TEXT",
    action: "TEXT",
    enabled: "INTEGER",
    grouping: "TEXT",
    direction: "TEXT",
    protocol: "TEXT",
    local_addresses: "TEXT",
    remote_addresses: "TEXT",
    local_ports: "TEXT",
    remote_ports: "TEXT",
    icmp_types_codes: "TEXT",
    profile_domain: "INTEGER",
    profile_private: "INTEGER",
    profile_public: "INTEGER",
    service_name: "TEXT",
  },
  collect: collectWindowsFirewallRules,
};
