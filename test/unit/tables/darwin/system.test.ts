import { expect, test } from "vitest";
import { loggedInUsers } from "../../../../src/tables/accounts/logged-in-users/table.ts";
import { parseSwVers } from "../../../../src/tables/system/os-version/darwin.ts";
import { osVersion } from "../../../../src/tables/system/os-version/table.ts";
import {
  describeMachine,
  parsePlatform,
} from "../../../../src/tables/system/system-info/darwin.ts";
import { systemInfo } from "../../../../src/tables/system/system-info/table.ts";
import { parseBootTime } from "../../../../src/tables/system/uptime/darwin.ts";
import { uptime } from "../../../../src/tables/system/uptime/table.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, collectRows, pick } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";
import { printed, recordedMac } from "./recorded-mac.ts";

test.each([
  [
    "10.15",
    { name: "Mac OS X", version: "10.15.7", major: 10, minor: 15, patch: 7, build: "19H2026" },
  ],
  ["12", { name: "macOS", version: "12.7.6", major: 12, minor: 7, patch: 6, build: "21H1320" }],
  [
    "13",
    {
      name: "macOS",
      version: "13.4.1 (c)",
      version_id: "13.4.1",
      major: 13,
      minor: 4,
      patch: 1,
      build: "22F770820d",
    },
  ],
  ["15", { name: "macOS", version: "15.1", major: 15, minor: 1, patch: 0, build: "24B83" }],
])("sw_vers of macOS %s is read", (version, expected) => {
  expect(parseSwVers(printed(`${version}/sw_vers.txt`))).toMatchObject(expected);
  expect(parseSwVers(printed(`${version}/sw_vers.txt`).replaceAll("\n", "\r\n"))).toMatchObject(
    expected,
  );
});

test("output without a version is an error", async () => {
  expect(parseSwVers("ProductName: macOS")).toBeUndefined();
  const host = recordedMac("15", { tools: { sw_vers: { stdout: "", exitCode: 0 } } });
  await expect(collectOf(osVersion, host)).rejects.toMatchObject({ reason: "error" });
});

test("a machine without uname lacks one column only", async () => {
  const host = recordedMac("12", { tools: { "uname -m": undefined } });
  const { rows, gaps } = await collectOf(osVersion, host);
  expect(rows).toMatchObject([{ version: "12.7.6", arch: null, support_end: "2024-09-16" }]);
  expect(gaps).toEqual([
    { reason: "table_missing", detail: "uname is not installed", columns: ["arch"] },
  ]);
});

test("the end of a release that Apple still updates is not known", async () => {
  const { gaps } = await collectOf(osVersion, recordedMac("15"));
  expect(gaps).toEqual([
    {
      reason: "table_missing",
      detail: "Apple names no end of support of macOS 15.1",
      columns: ["support_end"],
    },
  ]);
});

test("the machine has its names, processor, memory and serial number", async () => {
  const { rows, gaps } = await collectOf(systemInfo, recordedMac("15"));
  expect(rows).toMatchObject([
    {
      hostname: "mac-mini.example.org",
      computer_name: "Build mini",
      local_hostname: "Build-mini",
      cpu_type: "arm64",
      cpu_brand: "Apple M4",
      cpu_logical_cores: 10,
      cpu_microcode: null,
      physical_memory: 25769803776,
      hardware_vendor: "Apple Inc.",
      hardware_model: "Mac16,10",
      hardware_serial: "H4K9X2LQ7P",
      uuid: "6B4C3D2E-1F1A-5B5C-9D9E-2B3C4D5E6F7A",
      virtualization: "none",
    },
  ]);
  expect(gaps).toEqual([]);
});

test("hypervisors are detected by the model or the kernel", () => {
  const machine = (model: string, present?: string) =>
    describeMachine(
      new Map([
        ["kern.hostname", "m"],
        ["hw.model", model],
        ...(present ? [["kern.hv_vmm_present", present] as const] : []),
      ]),
    )?.virtualization;
  expect(machine("VirtualMac2,1", "1")).toBe("apple");
  expect(machine("VMware7,1")).toBe("vmware");
  expect(machine("iMac19,1", "1")).toBe("vm-other");
  expect(machine("iMac19,1")).toBeNull();
});

test("a broken answer of ioreg costs its columns", async () => {
  expect(parsePlatform("nothing")).toBeUndefined();
  const command = "ioreg -a -r -d1 -c IOPlatformExpertDevice";
  const host = recordedMac("12", { tools: { [command]: { stdout: "", exitCode: 0 } } });
  const { rows, gaps } = await collectOf(systemInfo, host);
  expect(rows).toMatchObject([{ hostname: "alices-imac.local" }]);
  expect(gaps).toMatchObject([
    { reason: "error", columns: expect.arrayContaining(["hardware_serial"]) },
  ]);
});

test("uptime is counted from boot to now", async () => {
  expect(await collectRows(uptime, recordedMac("12"))).toEqual([
    { days: 0, hours: 15, minutes: 0, seconds: 0, total_seconds: 54000, boot_time: 1767171600 },
  ]);
  expect(parseBootTime("Sat Jan  1 00:00:00 2000")).toBeUndefined();
});

test("sessions come from utmpx, its signature and empty slots left out", async () => {
  expect(
    pick(await collectRows(loggedInUsers, recordedMac("12")), "type", "user", "tty", "host", "pid"),
  ).toEqual([
    { type: "boot_time", user: "", tty: "~", host: "", pid: 0 },
    { type: "user", user: "alice", tty: "console", host: "", pid: 150 },
    { type: "user", user: "alice", tty: "ttys000", host: "192.168.7.31", pid: 900 },
    { type: "dead", user: "alice", tty: "ttys001", host: "", pid: 901 },
  ]);
});

test("a missing, an unreadable and a malformed utmpx give different reasons", () => {
  const closed = denyingHost(recordedMac("12"), "/var/run/utmpx");
  expect(() => loggedInUsers.collect(closed)).toThrow(
    expect.objectContaining({ reason: "denied" }),
  );
  const mac = (files: Record<string, string>) => ({
    ...temporaryHost(files),
    platform: "darwin" as const,
  });
  expect(() => loggedInUsers.collect(mac({}))).toThrow(
    expect.objectContaining({ reason: "table_missing" }),
  );
  expect(() => loggedInUsers.collect(mac({ "/var/run/utmpx": "x".repeat(700) }))).toThrow(
    "not a utmpx file",
  );
});
