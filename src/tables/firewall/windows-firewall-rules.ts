import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { choice, type Fields, flag, text, whole } from "../powershell/values.ts";

/**
 * Uses COM: Get-NetFirewallRule needs extra calls for the ports and addresses of each of some 500
 * rules.
 */
export const windowsFirewallRulesScript = powershellScript({
  rules: `(New-Object -ComObject HNetCfg.FwPolicy2).Rules | Select-Object Name,ApplicationName,Action,Enabled,Grouping,Direction,Protocol,LocalAddresses,RemoteAddresses,LocalPorts,RemotePorts,IcmpTypesAndCodes,Profiles,@{n='Service';e={$_.ServiceName}}`,
});

export function parseWindowsFirewallRules(printed: string): Collected {
  const answer = readAnswer(printed);
  return { rows: answer.required("rules").map(ruleRow), gaps: answer.gaps };
}

const actions = { 0: "Block", 1: "Allow" };
const directions = { 1: "In", 2: "Out" };
/** osquery only names the first three. */
const protocols: Record<number, string> = {
  6: "TCP",
  17: "UDP",
  256: "Any",
  1: "ICMPv4",
  2: "IGMP",
  41: "IPv6",
  47: "GRE",
  58: "ICMPv6",
};

function ruleRow(rule: Fields): Row {
  const protocol = whole(rule.Protocol);
  const profiles = whole(rule.Profiles);
  return {
    name: text(rule.Name),
    app_name: text(rule.ApplicationName) ?? "",
    action: choice(rule.Action, actions),
    enabled: flag(rule.Enabled),
    grouping: text(rule.Grouping) ?? "",
    direction: choice(rule.Direction, directions),
    protocol: protocol === null ? null : (protocols[protocol] ?? String(protocol)),
    local_addresses: text(rule.LocalAddresses) ?? "",
    remote_addresses: text(rule.RemoteAddresses) ?? "",
    local_ports: text(rule.LocalPorts) ?? "",
    remote_ports: text(rule.RemotePorts) ?? "",
    icmp_types_codes: text(rule.IcmpTypesAndCodes) ?? "",
    profile_domain: inProfile(profiles, 1),
    profile_private: inProfile(profiles, 2),
    profile_public: inProfile(profiles, 4),
    service_name: text(rule.Service) ?? "",
  };
}

/** A rule for all profiles has the mask 0x7fffffff. */
const inProfile = (mask: number | null, bit: number) =>
  mask === null ? null : Number((mask & bit) !== 0);

/** One row per Windows firewall rule, in all profiles. */
export const windowsFirewallRules: CollectedTable = {
  name: "windows_firewall_rules",
  description: "Windows firewall rules.",
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
  collect: collectWith(windowsFirewallRulesScript, parseWindowsFirewallRules),
};
