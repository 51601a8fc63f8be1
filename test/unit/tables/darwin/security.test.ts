import { expect, test } from "vitest";
import { alf } from "../../../../src/tables/firewall/alf.ts";
import { alfExceptions } from "../../../../src/tables/firewall/alf-exceptions.ts";
import { firewallRules } from "../../../../src/tables/firewall/firewall-rules/table.ts";
import {
  parseAppRules,
  parseState,
  parseSwitch,
} from "../../../../src/tables/firewall/socketfilterfw.ts";
import { parsePfRules } from "../../../../src/tables/parsers/firewall/pf-rules.ts";
import { gatekeeper, parseSpctl } from "../../../../src/tables/security/gatekeeper.ts";
import { parseCsrutil, sipConfig } from "../../../../src/tables/security/sip-config.ts";
import { diskEncryption } from "../../../../src/tables/storage/disk-encryption/table.ts";
import { collectOf, collectRows, pick } from "../../../helpers/collect-table.ts";
import { printed, recordedMac } from "./recorded-mac.ts";

const firewallTool = "/usr/libexec/ApplicationFirewall/socketfilterfw";

test.each([
  ["Firewall is enabled. (State = 1) ", 1],
  ["Firewall is disabled. (State = 0)", 0],
  ["Firewall is blocking all non-essential incoming connections. (State = 2)", 2],
  ["socketfilterfw: not allowed", null],
])("the firewall's state in %j is %s", (text, state) => {
  expect(parseState(text)).toBe(state);
});

test.each([
  ["Stealth mode enabled ", 1],
  ["Stealth mode disabled", 0],
  ["Firewall stealth mode is on", 1],
  ["Firewall stealth mode is off", 0],
  ["Block all DISABLED! ", 0],
  ["Firewall has block all state set to enabled.", 1],
  ["Log mode is on", 1],
  ["Automatically allow built-in signed software ENABLED.", 1],
  ["Usage: socketfilterfw", null],
])("the switch in %j is %s", (text, value) => {
  expect(parseSwitch(text)).toBe(value);
});

test("the application firewall is told in the words of macOS 12", async () => {
  expect(await collectOf(alf, recordedMac("12"))).toEqual({
    rows: [{ global_state: 1, stealth_enabled: 1, allow_signed_enabled: 1, logging_enabled: 1 }],
    gaps: [],
  });
});

test("a question that macOS 15's firewall doesn't answer costs its column", async () => {
  const { rows, gaps } = await collectOf(alf, recordedMac("15"));
  expect(rows).toEqual([
    { global_state: 2, stealth_enabled: 0, allow_signed_enabled: 0, logging_enabled: null },
  ]);
  expect(gaps).toMatchObject([{ reason: "table_missing", columns: ["logging_enabled"] }]);
});

test("a firewall that answers something else is no firewall that is off", async () => {
  const tools = { [`${firewallTool} --getglobalstate`]: { stdout: "", exitCode: 0 } };
  await expect(collectOf(alf, recordedMac("12", { tools }))).rejects.toMatchObject({
    reason: "error",
  });
  await expect(collectOf(firewallRules, recordedMac("12", { tools }))).rejects.toMatchObject({
    reason: "error",
  });
});

test("applications are read in both spellings, names with colons and brackets too", async () => {
  expect(await collectRows(alfExceptions, recordedMac("12"))).toEqual([
    { path: "/Applications/Google Chrome.app", state: 0 },
    { path: "/Users/alice/Applications/Täst (beta) : 2.app", state: 2 },
    { path: "/System/Library/CoreServices/RemoteManagement/ARDAgent.app", state: 0 },
  ]);
  expect(await collectRows(alfExceptions, recordedMac("15"))).toEqual([
    { path: "/usr/libexec/sshd-keygen-wrapper", state: 0 },
  ]);
  expect(parseAppRules("ALF: total number of apps = 0 ")).toEqual([]);
});

test("both firewalls' rules are rows, the policy first", async () => {
  const { rows, gaps } = await collectOf(firewallRules, recordedMac("15"));
  expect(
    pick(rows, "backend", "policy", "action", "direction", "protocol", "dst_port", "iniface").slice(
      0,
      2,
    ),
  ).toEqual([
    {
      backend: "alf",
      policy: "drop",
      action: undefined,
      direction: "in",
      protocol: undefined,
      dst_port: undefined,
      iniface: undefined,
    },
    {
      backend: "alf",
      policy: undefined,
      action: "accept",
      direction: "in",
      protocol: undefined,
      dst_port: undefined,
      iniface: undefined,
    },
  ]);
  expect(
    pick(
      rows.filter((row) => row.backend === "pf" && row.action),
      "action",
      "family",
      "direction",
      "protocol",
      "src_ip",
      "src_port",
      "dst_ip",
      "dst_port",
      "iniface",
    ),
  ).toEqual([
    {
      action: "drop",
      family: "inet",
      direction: "in",
      protocol: "tcp",
      src_ip: "any",
      src_port: null,
      dst_ip: "any",
      dst_port: "445",
      iniface: "en0",
    },
    {
      action: "reject",
      family: "inet6",
      direction: "out",
      protocol: "tcp",
      src_ip: "any",
      src_port: null,
      dst_ip: "2001:db8::bad",
      dst_port: "6660:6669",
      iniface: null,
    },
    {
      action: "accept",
      family: "inet",
      direction: "in",
      protocol: "tcp",
      src_ip: "10.0.0.0/8",
      src_port: ">1023",
      dst_ip: "any",
      dst_port: "22",
      iniface: null,
    },
  ]);
  expect(gaps).toEqual([]);
});

test("a firewall that is off has no rules; pf's are denied to a user", async () => {
  const off = {
    [`${firewallTool} --getglobalstate`]: {
      stdout: "Firewall is disabled. (State = 0)",
      exitCode: 0,
    },
    "pfctl -s info": {
      stdout: "Status: Disabled                              Debug: Urgent",
      exitCode: 0,
    },
  };
  expect(await collectOf(firewallRules, recordedMac("15", { tools: off }))).toEqual({
    rows: [],
    gaps: [],
  });
  const { gaps } = await collectOf(firewallRules, recordedMac("12"));
  expect(gaps).toEqual([{ reason: "denied", detail: "pf: only root may read its rules" }]);
});

test("an unknown line of pf keeps its words", () => {
  expect(parsePfRules("")).toEqual([]);
  expect(parsePfRules("dummynet-anchor all")).toMatchObject([
    { chain: "dummynet-anchor", action: null, rule: "dummynet-anchor all" },
  ]);
});

test("volumes being encrypted say so; partitions without APFS are not encrypted", async () => {
  const { rows, gaps } = await collectOf(diskEncryption, recordedMac("12"));
  expect(pick(rows, "name", "encrypted", "encryption_status", "filevault_status")).toEqual([
    { name: "/dev/disk1s1", encrypted: 1, encryption_status: "encrypting", filevault_status: "on" },
    { name: "/dev/disk1s5", encrypted: 1, encryption_status: "encrypting", filevault_status: "on" },
    {
      name: "/dev/disk1s2",
      encrypted: 0,
      encryption_status: "not encrypted",
      filevault_status: "off",
    },
    {
      name: "/dev/disk0s1",
      encrypted: 0,
      encryption_status: "not encrypted",
      filevault_status: "off",
    },
    {
      name: "/dev/disk2s1",
      encrypted: 0,
      encryption_status: "not encrypted",
      filevault_status: "off",
    },
  ]);
  expect(gaps).toEqual([]);
});

test("a volume that hardware encrypts without FileVault is both encrypted and off", async () => {
  const rows = await collectRows(diskEncryption, recordedMac("15"));
  expect(rows[0]).toMatchObject({ name: "/dev/disk3s5", encrypted: 1, filevault_status: "off" });
});

test("a diskutil that answers with something else is an error", async () => {
  const tools = { "diskutil apfs list -plist": { stdout: "Error: -69624", exitCode: 0 } };
  await expect(collectOf(diskEncryption, recordedMac("15", { tools }))).rejects.toMatchObject({
    reason: "error",
  });
});

test("Gatekeeper is on, off, or unknown", async () => {
  expect(await collectRows(gatekeeper, recordedMac("15"))).toEqual([
    { assessments_enabled: 1, dev_id_enabled: 1, version: "14.1", opaque_version: "94" },
  ]);
  expect(parseSpctl(printed("12/spctl.txt"))).toEqual({
    assessments_enabled: 0,
    dev_id_enabled: null,
  });
  const tools = { "spctl --status --verbose": { stdout: "", exitCode: 3 } };
  await expect(collectOf(gatekeeper, recordedMac("15", { tools }))).rejects.toMatchObject({
    reason: "error",
  });
});

test("System Integrity Protection is told as a whole, and with each exception", async () => {
  expect(await collectRows(sipConfig, recordedMac("12"))).toEqual([
    { config_flag: "sip", enabled: 1 },
  ]);
  const rows = await collectRows(sipConfig, recordedMac("15"));
  expect(rows).toContainEqual({ config_flag: "sip", enabled: null });
  expect(rows.filter((row) => row.enabled === 1)).toEqual([
    { config_flag: "allow_unrestricted_fs", enabled: 1 },
  ]);
  expect(parseCsrutil("System Integrity Protection status: disabled.")).toEqual([
    { config_flag: "sip", enabled: 0 },
  ]);
  const tools = { "csrutil status": { stdout: "", exitCode: 1 } };
  await expect(collectOf(sipConfig, recordedMac("15", { tools }))).rejects.toMatchObject({
    reason: "error",
  });
});
