import { expect, test } from "vitest";
import { parseProcessOpenSockets } from "../../../../../src/tables/network/process-open-sockets/windows.ts";
import { pick } from "../../../../helpers/collect-table.ts";
import { printedOn, type WindowsHostName } from "../../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) =>
  parseProcessOpenSockets(printedOn(host, "process-open-sockets"));

test("connections with both ends, and what only listens", () => {
  const { rows, gaps } = parse("windows-10-22h2");
  expect(
    pick(rows, "local_port", "remote_address", "remote_port", "state", "process_name"),
  ).toEqual([
    {
      local_port: 135,
      remote_address: "::",
      remote_port: 0,
      state: "LISTEN",
      process_name: "svchost.exe",
    },
    {
      local_port: 50123,
      remote_address: "93.184.216.34",
      remote_port: 443,
      state: "ESTABLISHED",
      process_name: "notepad.exe",
    },
    {
      local_port: 50100,
      remote_address: "10.0.0.1",
      remote_port: 80,
      state: "TIME_WAIT",
      process_name: null,
    },
    {
      local_port: 5353,
      remote_address: "0",
      remote_port: 0,
      state: null,
      process_name: "svchost.exe",
    },
  ]);
  expect(gaps).toEqual([]);
});

test("states by name, and an address that is none is a gap", () => {
  const { rows, gaps } = parse("windows-11-24h2");
  expect(rows.map(({ state }) => state)).toEqual(["ESTABLISHED", "SYN_RECV"]);
  expect(gaps).toEqual([{ reason: "error", detail: "sockets: 1 unreadable" }]);
});
