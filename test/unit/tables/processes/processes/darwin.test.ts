import fc from "fast-check";
import { expect, test } from "vitest";
import { listeningPorts } from "../../../../../src/tables/network/listening-ports/table.ts";
import { processOpenSockets } from "../../../../../src/tables/network/process-open-sockets/table.ts";
import { socketOf } from "../../../../../src/tables/network/sockets/darwin.ts";
import { parseLsof } from "../../../../../src/tables/processes/lsof.ts";
import {
  parsePsCommands,
  parsePsStates,
} from "../../../../../src/tables/processes/processes/ps.ts";
import { processes } from "../../../../../src/tables/processes/processes/table.ts";
import { collectOf, collectRows, pick } from "../../../../helpers/collect-table.ts";
import { recordedMac, recordedTools } from "../../darwin/recorded-mac.ts";

const lsofCommands = Object.keys(recordedTools("15", { root: true })).filter((command) =>
  command.startsWith("lsof"),
);

test("a process has its ids, times in ms and sizes in bytes", async () => {
  const rows = await collectRows(processes, recordedMac("15"));
  expect(rows.find((row) => row.pid === 777)).toMatchObject({
    name: "xmrig",
    path: "/private/tmp/.hidden/xmrig",
    cwd: "/private/tmp/.hidden",
    cmdline: "/private/tmp/.hidden/xmrig -o pool.example:3333",
    on_disk: 0,
    state: "R",
    uid: 503,
    euid: 503,
    suid: 0,
    gid: 20,
    sgid: 0,
    nice: -10,
    username: "_backdoor",
    resident_size: 1073741824,
    user_time: 3_600_000,
    system_time: 600_000,
    start_time: Date.UTC(2025, 11, 31) / 1000,
    parent: 1,
    parent_name: "launchd",
  });
  expect(rows.find((row) => row.pid === 1)).toMatchObject({
    user_time: (1563 * 60 + 4.17) * 1000,
    on_disk: 1,
  });
});

test("truncated names are completed from the program's file; spaces and nobody's ids are preserved", async () => {
  const rows = await collectRows(processes, recordedMac("12"));
  expect(pick(rows, "pid", "name", "uid", "parent_name")).toEqual([
    { pid: 1, name: "launchd", uid: 0, parent_name: null },
    { pid: 88, name: "syslogd", uid: 0, parent_name: "launchd" },
    { pid: 412, name: "Google Chrome Helper", uid: 501, parent_name: "launchd" },
    { pid: 413, name: "helper (old)", uid: 4294967294, parent_name: "Google Chrome Helper" },
    { pid: 998, name: "(bash)", uid: 501, parent_name: "Google Chrome Helper" },
  ]);
  expect(rows.find((row) => row.pid === 412)?.cmdline).toContain("--lang=de-DE ünï");
});

test("states have Linux's letters", async () => {
  const rows = await collectRows(processes, recordedMac("12"));
  expect(rows.map((row) => row.state)).toEqual(["S", "S", "S", "D", "Z"]);
});

test("a malformed line of ps is a gap", async () => {
  const { gaps } = await collectOf(processes, recordedMac("15"));
  expect(gaps).toEqual([{ reason: "error", detail: "ps: 1 lines not understood" }]);
});

test("programs that only root can read are a gap of their columns, not empty paths", async () => {
  const { rows, gaps } = await collectOf(processes, recordedMac("12"));
  expect(rows.find((row) => row.pid === 1)).toMatchObject({ path: null, cwd: null, on_disk: null });
  expect(gaps).toMatchObject([{ reason: "denied", columns: ["path", "cwd", "on_disk"] }]);
});

test("a program on another volume is not checked, which is a gap of one column", async () => {
  const command = lsofCommands.find((each) => each.includes("cwd,txt"))!;
  const stdout = ["p777", "cxmrig\0\nftxt", "tREG", "n/Volumes/nas/xmrig", "\n"].join("\0");
  const host = recordedMac("15", { tools: { [command]: { stdout, exitCode: 0 } } });
  const { rows, gaps } = await collectOf(processes, host);
  expect(rows.find((row) => row.pid === 777)).toMatchObject({
    path: "/Volumes/nas/xmrig",
    on_disk: null,
  });
  expect(gaps).toContainEqual(expect.objectContaining({ reason: "policy", columns: ["on_disk"] }));
});

test("without lsof the processes are there and their programs a gap; without sockets there is no table", async () => {
  const tools = Object.fromEntries(lsofCommands.map((command) => [command, undefined]));
  const { rows, gaps } = await collectOf(processes, recordedMac("15", { tools }));
  expect(rows).toHaveLength(3);
  expect(gaps).toContainEqual({
    reason: "table_missing",
    detail: "lsof is not installed",
    columns: ["path", "cwd", "on_disk"],
  });
  await expect(collectOf(listeningPorts, recordedMac("15", { tools }))).rejects.toMatchObject({
    reason: "table_missing",
  });
});

test("sockets that listen are rows, with macOS's own numbers of the families", async () => {
  const { rows, gaps } = await collectOf(listeningPorts, recordedMac("15"));
  expect(pick(rows, "process_name", "username", "family", "protocol", "address", "port")).toEqual([
    { process_name: "sshd", username: "root", family: 30, protocol: 6, address: "::", port: 22 },
    {
      process_name: "sshd",
      username: "root",
      family: 2,
      protocol: 6,
      address: "0.0.0.0",
      port: 22,
    },
    {
      process_name: "mDNSResponder",
      username: "_mdnsresponder",
      family: 2,
      protocol: 17,
      address: "0.0.0.0",
      port: 5353,
    },
    {
      process_name: "mDNSResponder",
      username: "_mdnsresponder",
      family: 30,
      protocol: 17,
      address: "fe80::8f1:2c3d:4e5f:6071",
      port: 123,
    },
    {
      process_name: "xmrig",
      username: "_backdoor",
      family: 30,
      protocol: 6,
      address: "::1",
      port: 8080,
    },
  ]);
  expect(rows[0]!.socket).toBe(BigInt.asIntN(64, 0xffffff8012345678n));
  expect(gaps).toEqual([]);
});

test("asked by a user, other users' sockets are denied", async () => {
  const { rows, gaps } = await collectOf(listeningPorts, recordedMac("12"));
  expect(rows[0]).toMatchObject({ process_name: "Control Center", port: 7000 });
  expect(rows.find((row) => row.family === 1)).toMatchObject({
    path: "/Users/alice/Library/my app.sock",
  });
  expect(gaps).toMatchObject([{ reason: "denied" }]);
});

test("connections have both ends; what is no socket of these families is left out", async () => {
  const rows = await collectRows(processOpenSockets, recordedMac("15"));
  expect(rows.find((row) => row.state === "ESTABLISHED")).toMatchObject({
    local_address: "10.0.5.17",
    local_port: 50001,
    remote_address: "203.0.113.9",
    remote_port: 3333,
  });
  expect(rows).toHaveLength(7);
});

test("an lsof that fails is no empty list, one that found nothing is", async () => {
  const answer = (exitCode: number) => ({
    tools: Object.fromEntries(lsofCommands.map((command) => [command, { stdout: "", exitCode }])),
  });
  await expect(collectOf(listeningPorts, recordedMac("15", answer(2)))).rejects.toMatchObject({
    reason: "error",
  });
  expect(await collectOf(listeningPorts, recordedMac("15", answer(1)))).toEqual({
    rows: [],
    gaps: [],
  });
});

test("no text at all makes a parser throw", () => {
  const pieces = fc.constantFrom(
    "p1\0",
    "f1\0",
    "tIPv6\0",
    "n[::1\0",
    "n->:\0",
    "n*:\0",
    "d0xzz\0",
    "T\0",
    "\n",
    "  1 2 3 ",
    "Mon Jan 1 00:00:00 2024",
    ":",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(pieces).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (printed) => {
      parseLsof(printed).map(socketOf);
      parsePsStates(printed);
      parsePsCommands(printed);
    }),
  );
});

test("a long line is parsed in linear time", () => {
  const started = performance.now();
  parsePsStates("1 ".repeat(500_000));
  parsePsCommands(`1 ${"a".repeat(1_000_000)}`);
  expect(performance.now() - started).toBeLessThan(1000);
});
