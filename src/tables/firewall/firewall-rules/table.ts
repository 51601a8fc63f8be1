import { byPlatform } from "../../model/by-platform.ts";
import type { CollectedTable } from "../../model/table.ts";
import { collectDarwin } from "./darwin.ts";
import { collectLinux } from "./linux.ts";

/**
 * One row per firewall rule, in nft's terms; a base chain without rules has one row with its
 * policy. `sets` has, as JSON, the elements of the named sets in its columns ({"@ops": "10.0.0.5"}) that
 * only an administrator changes; NULL for none.
 */
export const firewallRules: CollectedTable = {
  name: "firewall_rules",
  description:
    "Rules and policies of the host firewall (nftables, iptables; macOS: applications and pf).",
  platforms: ["linux", "darwin"],
  columns: {
    backend: "TEXT",
    family: "TEXT",
    table_name: "TEXT",
    chain: "TEXT",
    hook: "TEXT",
    policy: "TEXT",
    rule_number: "INTEGER",
    action: "TEXT",
    direction: "TEXT",
    protocol: "TEXT",
    src_ip: "TEXT",
    dst_ip: "TEXT",
    src_port: "TEXT",
    dst_port: "TEXT",
    iniface: "TEXT",
    outiface: "TEXT",
    state: "TEXT",
    handle: "BIGINT",
    rule: "TEXT",
    sets: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectDarwin }),
};
