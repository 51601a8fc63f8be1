import { expect, test } from "vitest";
import { parseListeningPorts } from "../../../../../src/tables/network/listening-ports/windows.ts";
import { pick } from "../../../../helpers/collect-table.ts";
import { printedOn, type WindowsHostName } from "../../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseListeningPorts(printedOn(host, "listening-ports"));

test("listening sockets by protocol and family, without zones and connections", () => {
  const { rows, gaps } = parse("windows-10-22h2");
  expect(pick(rows, "address", "port", "protocol", "family", "process_name")).toEqual([
    { address: "::", port: 135, protocol: 6, family: 23, process_name: "svchost.exe" },
    { address: "0.0.0.0", port: 135, protocol: 6, family: 2, process_name: "svchost.exe" },
    { address: "192.168.178.23", port: 139, protocol: 6, family: 2, process_name: "System" },
    {
      address: "fe80::3c1a:9f2b:77aa:1",
      port: 1900,
      protocol: 17,
      family: 23,
      process_name: "svchost.exe",
    },
  ]);
  expect(rows[0]?.username).toBe("Netzwerkdienst");
  expect(gaps).toEqual([]);
});

test("states by name; an owner that isn't told is a gap, but for the kernel", () => {
  const { rows, gaps } = parse("windows-11-24h2");
  expect(rows.map(({ port }) => port)).toEqual([445, 49664]);
  expect(gaps).toEqual([
    { reason: "denied", detail: "owner of 1 sockets: permission denied", columns: ["username"] },
  ]);
});

test("sockets are listed even if their owners timed out", () => {
  const { rows, gaps } = parse("windows-server-2019");
  expect(rows.map(({ protocol, pid }) => [protocol, pid])).toEqual([
    [6, 900],
    [17, 900],
  ]);
  const columns = ["process_name", "username"];
  expect(gaps).toEqual([{ reason: "timed_out", detail: "owners: timed out", columns }]);
});
