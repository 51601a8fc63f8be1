import { expect, test } from "vitest";
import { parseWindowsFirewallProfiles } from "../../../../src/tables/firewall/windows-firewall-profiles.ts";
import { pick } from "../../../helpers/collect-table.ts";
import { printedOn, type WindowsHostName } from "../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) =>
  parseWindowsFirewallProfiles(printedOn(host, "windows-firewall-profiles")).rows;

const columns = ["name", "enabled", "default_inbound_action", "default_outbound_action"];

test("unconfigured settings have Windows' defaults", () => {
  expect(pick(parse("windows-10-22h2"), ...columns)).toEqual([
    {
      name: "Domain",
      enabled: 1,
      default_inbound_action: "Block",
      default_outbound_action: "Allow",
    },
    {
      name: "Private",
      enabled: 1,
      default_inbound_action: "Block",
      default_outbound_action: "Allow",
    },
    {
      name: "Public",
      enabled: 0,
      default_inbound_action: "Allow",
      default_outbound_action: "Allow",
    },
  ]);
  expect(parse("windows-10-22h2")[2]).toMatchObject({
    allow_local_rules: 0,
    notify_on_listen: null,
    log_path: null,
  });
});

test("enumerations by name and as truth values", () => {
  expect(pick(parse("windows-11-24h2"), ...columns)).toEqual([
    {
      name: "Public",
      enabled: 1,
      default_inbound_action: "Block",
      default_outbound_action: "Allow",
    },
  ]);
  expect(parse("windows-server-2019").map(({ enabled }) => enabled)).toEqual([1, 1, 1]);
});
