import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openHost } from "../../../../../src/tables/host/local.ts";
import { parseStat } from "../../../../../src/tables/parsers/proc/stat.ts";
import { parseStatus } from "../../../../../src/tables/parsers/proc/status.ts";
import { parseCgroup, parseCmdline } from "../../../../../src/tables/processes/processes/linux.ts";
import { processes } from "../../../../../src/tables/processes/processes/table.ts";
import { closePaths } from "../../../../helpers/closed-host.ts";
import { hostTree } from "../../../../helpers/host.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const links = {
  "proc/1/exe": "/usr/lib/systemd/systemd",
  "proc/1/cwd": "/",
  "proc/1/root": "/",
  "proc/812/exe": "/usr/sbin/nginx",
  "proc/812/cwd": "/",
  "proc/812/root": "/",
  "proc/813/exe": "/usr/sbin/nginx",
  "proc/813/cwd": "/",
  "proc/813/root": "/",
  "proc/900/exe": "/tmp/.x/od) (d (deleted)",
  "proc/900/cwd": "/tmp",
  "proc/900/root": "/",
};

const recordedHost = () => hostTree({ from: "proc-web", links });

async function byPid(host = recordedHost()) {
  const { rows, gaps } = await processes.collect(host);
  return { rows: new Map(rows.map((row) => [row.pid, row])), gaps };
}

test("a recorded process has osquery's columns and ours", async () => {
  const { rows, gaps } = await byPid();
  expect(gaps).toEqual([]);
  expect(rows.get(813)).toMatchObject({
    name: "nginx",
    path: "/usr/sbin/nginx",
    cmdline: "nginx: worker process",
    state: "S",
    uid: 33,
    euid: 33,
    on_disk: 1,
    resident_size: 5600 * 1024,
    total_size: 10800 * 1024,
    user_time: 1500,
    system_time: 500,
    start_time: 1_760_001_205,
    parent: 812,
    pgroup: 812,
    threads: 1,
    nice: 0,
    username: "www-data",
    parent_name: "nginx",
    cgroup_path: "/system.slice/nginx.service",
    memory_percent: 0.27,
    cpu_percent: 0.06,
  });
});

test("a deleted program, a name with parentheses and a changed uid are read right", async () => {
  const { rows } = await byPid();
  expect(rows.get(900)).toMatchObject({
    name: "od) (d",
    path: "/tmp/.x/od) (d",
    on_disk: 0,
    uid: 1000,
    euid: 0,
    username: "alice",
    nice: 5,
    threads: 3,
    cmdline: "/tmp/.x/od) (d -c two words",
    cgroup_path: "/user.slice/user-1000.slice",
    disk_bytes_written: 512,
  });
  expect(rows.get(812)?.on_disk).toBe(1);
});

test("a kernel thread has no program, and that is no gap", async () => {
  const { rows, gaps } = await byPid(closePaths(recordedHost(), /^\/proc\/2\/(exe|cwd|root|io)$/));
  expect(rows.get(2)).toMatchObject({ path: "", on_disk: -1, cmdline: "", resident_size: 0 });
  expect(gaps).toEqual([]);
});

test("programs of other users' processes are NULL with one gap, never on disk or off it", async () => {
  const { rows, gaps } = await byPid(
    closePaths(recordedHost(), /^\/proc\/81[23]\/(exe|cwd|root|io)$/),
  );
  expect(rows.get(813)).toMatchObject({ name: "nginx", uid: 33 });
  expect(rows.get(813)?.path ?? null).toBeNull();
  expect(rows.get(813)?.on_disk ?? null).toBeNull();
  expect(gaps).toEqual([
    {
      reason: "denied",
      detail: "program, folders and disk bytes of 2 processes: permission denied",
      columns: ["path", "cwd", "root", "on_disk", "disk_bytes_read", "disk_bytes_written"],
    },
  ]);
});

test("a process that ends while it is read is left out without a gap", async () => {
  for (const code of ["ENOENT", "ESRCH"]) {
    const { rows, gaps } = await byPid(closePaths(recordedHost(), /^\/proc\/900\/stat$/, code));
    expect([...rows.keys()]).toEqual([1, 2, 812, 813]);
    expect(gaps).toEqual([]);
  }
});

test("a /proc that hides other users' processes is a gap", async () => {
  const hidden = hostTree({ from: "proc-web", links });
  const own = {
    ...hidden,
    list: (path: string) => hidden.list(path).filter((name) => name !== "1"),
  };
  const { gaps } = await byPid(own);
  expect(gaps.map((gap) => gap.reason)).toEqual(["denied"]);
});

test("a /proc that can't be listed makes the table unavailable", () => {
  expect(() => processes.collect(closePaths(recordedHost(), /^\/proc$/))).toThrow(
    expect.objectContaining({ name: "TableUnavailable", reason: "denied" }),
  );
});

test("parsers take any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      parseStat(text);
      parseStat(`1 (${text}) S`);
      parseStatus(text);
      parseStatus(`Name:\t${text}\nUid:\t0`);
      parseCgroup(text);
      expect(parseCmdline(text)).not.toContain("\0");
    }),
  );
});

test("any name of a process survives the parentheses around it", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 15 }), (name) => {
      const fields = Array.from({ length: 30 }, (_, index) => index + 4).join(" ");
      expect(parseStat(`7 (${name}) S ${fields}`)).toMatchObject({
        state: "S",
        parent: 4,
        nice: 19,
      });
    }),
  );
});

test.runIf(process.platform === "linux")(
  "agrees with the machine about this process and about one whose program was deleted",
  async () => {
    const folder = temporaryFolder();
    const program = join(folder, "sleeper");
    copyFileSync("/bin/sleep", program);
    const child = spawn(program, ["60"], { stdio: "ignore" });
    await once(child, "spawn");
    rmSync(program);
    const { rows } = await byPid(openHost());
    child.kill();
    await once(child, "exit");
    expect(rows.get(child.pid!)).toMatchObject({
      path: program,
      on_disk: 0,
      cmdline: `${program} 60`,
      parent: process.pid,
      uid: process.getuid!(),
    });
    const own = rows.get(process.pid)!;
    expect(own).toMatchObject({ path: process.execPath, on_disk: 1, cwd: process.cwd() });
    const startedAt = Date.now() / 1000 - process.uptime();
    expect(Math.abs(Number(own.start_time) - startedAt)).toBeLessThan(5);
  },
);

test.runIf(process.platform === "linux")(
  "the process that collects the rows is marked, and no other that runs",
  async () => {
    const { rows } = await processes.collect(openHost());
    const marked = rows.filter(({ collecting }) => collecting === 1).map(({ pid }) => pid);
    expect(marked).toContain(process.pid);
    expect(marked).not.toContain(1);
    const { rows: recorded } = await processes.collect(recordedHost());
    expect(recorded.every(({ collecting }) => collecting === 0)).toBe(true);
  },
);
