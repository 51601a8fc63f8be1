import { expect, test } from "vitest";
import { parseWindowsFirewallRules } from "../../../../src/tables/firewall/windows-firewall-rules.ts";
import { pick } from "../../../helpers/collect-table.ts";
import { printedOn } from "../../../helpers/windows-host.ts";

test("rules with their profiles and protocols by name", () => {
  const { rows } = parseWindowsFirewallRules(
    printedOn("windows-10-22h2", "windows-firewall-rules"),
  );
  expect(rows[0]).toEqual({
    name: "Remotedesktop – Benutzermodus (TCP eingehend)",
    app_name: "%SystemRoot%\\system32\\svchost.exe",
    action: "Allow",
    enabled: 0,
    grouping: "@FirewallAPI.dll,-28752",
    direction: "In",
    protocol: "TCP",
    local_addresses: "*",
    remote_addresses: "*",
    local_ports: "3389",
    remote_ports: "*",
    icmp_types_codes: "",
    profile_domain: 1,
    profile_private: 1,
    profile_public: 0,
    service_name: "termservice",
  });
  expect(pick(rows.slice(1), "protocol", "action", "direction", "profile_public")).toEqual([
    { protocol: "ICMPv6", action: "Allow", direction: "In", profile_public: 1 },
    { protocol: "Any", action: "Block", direction: "Out", profile_public: 1 },
    { protocol: "GRE", action: "Allow", direction: "In", profile_public: 1 },
    { protocol: "112", action: "Allow", direction: "In", profile_public: 1 },
  ]);
});
