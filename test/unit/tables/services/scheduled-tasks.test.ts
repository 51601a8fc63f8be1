import { expect, test } from "vitest";
import { parseScheduledTasks } from "../../../../src/tables/services/scheduled-tasks.ts";
import { printedOn, type WindowsHostName } from "../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseScheduledTasks(printedOn(host, "scheduled-tasks"));

test("tasks with what they run, and never where they never ran", () => {
  const { rows, gaps } = parse("windows-10-22h2");
  expect(rows[0]).toEqual({
    name: 'GoogleUpdate "Kern"',
    action: "C:\\Program Files\\G\\u.exe /c",
    path: '\\GoogleUpdate "Kern"',
    enabled: 1,
    state: "ready",
    hidden: 0,
    last_run_time: Date.UTC(2025, 11, 31, 12) / 1000,
    next_run_time: Date.UTC(2026, 0, 1, 12) / 1000,
    last_run_message: "Der Vorgang wurde erfolgreich beendet",
    last_run_code: "0",
  });
  expect(rows[1]).toMatchObject({
    action: "",
    enabled: 0,
    state: "disabled",
    hidden: 1,
    last_run_time: null,
    next_run_time: null,
  });
  expect(gaps).toEqual([]);
});

test("several actions are joined, a COM handler by its class", () => {
  expect(parse("windows-10-22h2").rows[2]).toMatchObject({
    action: '{A6BA00FE-40E8-477C-B713-C64A14F18ADB},C:\\Temp cmd.exe /c "echo 1"',
    state: "running",
    last_run_code: "-2147024894",
  });
});

test("PowerShell 7 by an ordinary user", () => {
  const { rows, gaps } = parse("windows-11-24h2");
  expect(rows[0]).toMatchObject({
    state: "ready",
    enabled: 1,
    hidden: 0,
    last_run_time: Date.UTC(2025, 11, 31, 7) / 1000,
    last_run_code: "-2147024894",
  });
  expect(gaps).toEqual([
    { reason: "denied", detail: "tasks of other accounts: only an administrator sees them" },
  ]);
});

test("where scripts may not use COM the table is denied, not empty", () => {
  expect(() => parse("windows-server-2019")).toThrow("tasks: permission denied");
});
