import { expect, test } from "vitest";
import { parseProcesses } from "../../../../../src/tables/processes/processes/windows.ts";
import { pick } from "../../../../helpers/collect-table.ts";
import { printedOn, type WindowsHostName } from "../../../../helpers/windows-host.ts";

const nowMs = Date.UTC(2026, 0, 1);
const parse = (host: WindowsHostName) => parseProcesses(printedOn(host, "processes"), nowMs);

test("an administrator sees every process with its program and owner", () => {
  const { rows, gaps } = parse("windows-10-22h2");
  expect(rows.find(({ pid }) => pid === 5312)).toEqual({
    pid: 5312,
    name: "notepad.exe",
    path: 'C:\\Users\\Jürgen\\Öffentlich "x"\\notepad.exe',
    cmdline: '"C:\\Users\\Jürgen\\Öffentlich\\notepad.exe" C:\\a & b\\<neu>.txt',
    on_disk: 0,
    state: "STILL_ACTIVE",
    uid: 1001,
    euid: 1001,
    suid: 1001,
    username: "Jürgen Müller",
    parent: 1200,
    parent_name: null,
    threads: 3,
    handle_count: 240,
    disk_bytes_read: 4096,
    disk_bytes_written: null, // 2^64-1, which SQLite can't hold
    wired_size: 25 * 1024,
    resident_size: 170_107_207,
    total_size: 12_345_678,
    memory_percent: 1,
    system_time: 15_000,
    user_time: 21_000,
    percent_processor_time: 360_000_000,
    start_time: nowMs / 1000 - 3600,
    elapsed_time: 3600,
    cpu_percent: 1,
  });
  expect(gaps).toEqual([]);
});

test("kernel processes have no program, without a gap", () => {
  const { rows } = parse("windows-10-22h2");
  expect(pick(rows.slice(0, 3), "name", "path", "cmdline", "on_disk", "uid")).toEqual([
    { name: "System Idle Process", path: "", cmdline: "", on_disk: -1, uid: null },
    { name: "System", path: "", cmdline: "", on_disk: -1, uid: 18 },
    { name: "Registry", path: "", cmdline: "", on_disk: -1, uid: 18 },
  ]);
});

test("a process that started before its parent has a reused parent id", () => {
  const { rows } = parse("windows-10-22h2");
  const byPid = new Map(rows.map((row) => [row.pid, row.parent_name]));
  expect(byPid.get(6000)).toBeNull();
  expect(parse("windows-11-24h2").rows.at(-1)?.parent_name).toBe("pwsh.exe");
});

test("owners hidden from an ordinary user are a gap, and so are timed out ones", () => {
  const { rows, gaps } = parse("windows-11-24h2");
  expect(rows.find(({ name }) => name === "csrss.exe")).toMatchObject({
    path: null,
    cmdline: null,
    on_disk: null,
    username: null,
  });
  const owner = ["uid", "euid", "suid", "username"];
  expect(gaps).toEqual([
    {
      reason: "denied",
      detail: "program of 1 processes: permission denied",
      columns: ["path", "cmdline", "on_disk"],
    },
    { reason: "denied", detail: "owner of 1 processes: permission denied", columns: owner },
    {
      reason: "timed_out",
      detail: "owner of 1 processes: skipped after 5 s",
      columns: owner,
    },
  ]);
});

test("Windows hides the program of its scanner even from administrators", () => {
  const { gaps } = parse("windows-server-2019");
  expect(gaps.map(({ detail }) => detail)).toEqual(["program of 1 processes: permission denied"]);
});
