import { expect, test } from "vitest";
import { parseSystemInfo } from "../../../../../src/tables/system/system-info/windows.ts";
import { printedOn, type WindowsHostName } from "../../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseSystemInfo(printedOn(host, "system-info"));

test("a bare machine with one processor that isn't in a list", () => {
  const { rows, gaps } = parse("windows-10-22h2");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    hostname: "Werk-PC",
    computer_name: "Werk-PC",
    uuid: "4C4C4544-0046-3010-8052-B7C04F4A4D32",
    cpu_type: "x86_64",
    cpu_physical_cores: 4,
    cpu_logical_cores: 8,
    cpu_sockets: 1,
    cpu_microcode: "0xb8",
    physical_memory: 17_010_720_768,
    hardware_version: "ThinkPad X1 Carbon Gen 9",
    hardware_serial: "PF2ABCDE",
    virtualization: "none",
  });
  expect(gaps).toEqual([]);
});

test("a virtual machine in a domain, with two sockets and its memory as text", () => {
  const { rows, gaps } = parse("windows-server-2019");
  expect(rows[0]).toMatchObject({
    hostname: "srv1.corp.example.com",
    cpu_physical_cores: 4,
    cpu_sockets: 2,
    physical_memory: 8_589_463_552,
    virtualization: "vmware",
  });
  expect(gaps).toEqual([
    { reason: "table_missing", detail: "microcode: not found", columns: ["cpu_microcode"] },
  ]);
});

test("a processor of ARM has no microcode, and Microsoft makes machines that are not virtual", () => {
  expect(parse("windows-11-24h2").rows[0]).toMatchObject({
    cpu_type: "arm64",
    cpu_brand: "Snapdragon(R) X 12-core X1E80100 @ 3.40 GHz",
    cpu_microcode: null,
    virtualization: "none",
  });
});
