import { expect, test } from "vitest";
import { evaluateHost, statementsFor } from "../../../../src/brain/detections/evaluate-host.ts";
import { parseDetections } from "../../../../src/brain/detections/load-detections.ts";
import { createSqlRunner } from "../../../../src/engine/run/sql-runner.ts";
import type { Host } from "../../../../src/tables/host/port.ts";
import { tables } from "../../../../src/tables/registry.ts";
import { windowsHost } from "../../../helpers/windows-host.ts";
import { recordedMac } from "../../tables/darwin/recorded-mac.ts";

const definitions = parseDetections("data/detections");

/** Ids by verdict, by the tables of a recorded host. */
async function verdictsOn(host: Host, os: string): Promise<Record<string, string[]>> {
  const runner = await createSqlRunner({ host, tables });
  const verdicts: Record<string, string[]> = {};
  for (const definition of definitions) {
    const statements = statementsFor(definition, os).map((statement) => ({
      ...statement,
      max_rows: 100,
      timeout_ms: 5000,
    }));
    const results = await runner.run(statements, {});
    const byId = new Map(results.map((result) => [result.id, result]));
    const { type } = evaluateHost(definition, os, byId);
    verdicts[type] = [...(verdicts[type] ?? []), definition.id];
  }
  runner.close();
  return verdicts;
}

test("the faults of a recorded Mac, and no others", async () => {
  const { fail, pass } = await verdictsOn(recordedMac("12", { root: true }), "darwin");
  expect(fail).toEqual([
    "eol_os",
    "listening_all_interfaces",
    "macos_sip_gatekeeper_disabled",
    "pending_security_updates",
    "sudo_all_commands",
  ]);
  expect(pass!.length).toBeGreaterThanOrEqual(25);
});

test("a Mac with a miner, asked by an ordinary user", async () => {
  const verdicts = await verdictsOn(recordedMac("15", { root: false }), "darwin");
  expect(verdicts.fail).toEqual([
    "auto_updates_disabled",
    "crypto_miner",
    "disk_unencrypted",
    "download_and_execute",
    "macos_sip_gatekeeper_disabled",
    "nopasswd_sudo",
    "process_from_tmp",
    "sudo_all_commands",
    "suspicious_startup_item",
  ]);
  // The directory has a damaged record, and other users' sockets are hidden.
  expect(verdicts.unknown).toEqual(
    expect.arrayContaining(["uid0_duplicate", "database_exposed", "firewall_disabled"]),
  );
});

test("the faults of a recorded Windows client, and no others", async () => {
  const { fail, pass, unknown } = await verdictsOn(windowsHost("windows-10-22h2"), "windows");
  expect(fail).toEqual([
    "eol_os",
    "firewall_disabled",
    "password_never_expires",
    "pending_security_updates",
  ]);
  expect(pass!.length).toBeGreaterThanOrEqual(25);
  expect(unknown).toBeUndefined();
});

test("an ordinary user of Windows gets unknown where Windows hides things", async () => {
  const verdicts = await verdictsOn(windowsHost("windows-11-24h2"), "windows");
  expect(verdicts.fail).toEqual([
    "av_edr_missing",
    "password_never_expires",
    "reboot_required",
    "secure_boot_disabled",
  ]);
  expect(verdicts.unknown).toEqual(
    expect.arrayContaining(["disk_unencrypted", "unquoted_service_path", "process_from_tmp"]),
  );
});

test("a server without Security Center, BitLocker and UEFI", async () => {
  const verdicts = await verdictsOn(windowsHost("windows-server-2019"), "windows");
  expect(verdicts.fail).toEqual([
    "auto_updates_disabled",
    "ip_forwarding_enabled",
    "listening_all_interfaces",
    "pending_security_updates",
    "remote_admin_exposed",
    "smbv1_enabled",
    "uac_disabled",
  ]);
  expect(verdicts.not_applicable).toContain("secure_boot_disabled");
  expect(verdicts.unknown).toEqual(expect.arrayContaining(["av_edr_missing", "disk_unencrypted"]));
});

test("what is made for another system does not apply", async () => {
  const { not_applicable } = await verdictsOn(windowsHost("windows-10-22h2"), "windows");
  expect(not_applicable).toEqual(
    expect.arrayContaining([
      "nopasswd_sudo",
      "suspicious_systemd_unit",
      "macos_sip_gatekeeper_disabled",
    ]),
  );
});
