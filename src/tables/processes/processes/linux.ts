import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { type ProcessStat, parseStat, ticksPerSecond } from "../../parsers/proc/stat.ts";
import { type ProcessStatus, parseStatus } from "../../parsers/proc/status.ts";
import { type ProcessReads, trackProcessReads } from "../proc/attempt.ts";
import { type MachineClock, readMachineClock } from "../proc/clock.ts";
import { type FileLink, readFileLink } from "../proc/file-link.ts";
import { readUsernames } from "../proc/owner.ts";
import { listPids } from "../proc/pids.ts";

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const pids = listPids(read);
  const usernames = readUsernames(read);
  const clock = readMachineClock(host);
  const basics = trackProcessReads("state");
  const owned = trackProcessReads("program, folders and disk bytes", ownersColumns);
  const rows = pids.flatMap((pid) => {
    const facts = readFacts(host, pid, basics);
    if (!facts) return [];
    return {
      pid,
      ...identity(facts.status, usernames),
      ...usage(facts, clock),
      ...readProgram(host, pid, facts.stat, owned),
      cmdline: facts.cmdline,
      cgroup_path: facts.cgroup,
    };
  });
  return { rows: nameParents(rows), gaps: [...read.gaps, ...basics.gaps(), ...owned.gaps()] };
}

/** Readable by the process's owner and root only. */
const ownersColumns = ["path", "cwd", "root", "on_disk", "disk_bytes_read", "disk_bytes_written"];

interface Facts {
  stat: ProcessStat;
  status: ProcessStatus;
  cmdline: string;
  cgroup: string | null;
}

/** World-readable state. */
function readFacts(host: Host, pid: number, reads: ProcessReads): Facts | undefined {
  return reads.attempt(pid, () => {
    const stat = parseStat(host.read(`/proc/${pid}/stat`));
    const status = parseStatus(host.read(`/proc/${pid}/status`));
    if (!stat || !status) return undefined;
    const cmdline = stat.isKernelThread ? "" : parseCmdline(host.read(`/proc/${pid}/cmdline`));
    return { stat, status, cmdline, cgroup: parseCgroup(host.read(`/proc/${pid}/cgroup`)) };
  });
}

/** Arguments end in NUL; a program that overwrites its title leaves trailing NULs. */
export function parseCmdline(text: string): string {
  return text.replace(/\0+$/, "").replaceAll("\0", " ");
}

/** The path in the unified hierarchy ("0::/x"), or systemd's in the legacy one. */
export function parseCgroup(text: string): string | null {
  const lines = text.split("\n");
  const line =
    lines.find((each) => each.includes(":name=systemd:")) ??
    lines.find((each) => each.startsWith("0::"));
  return line?.split(":").slice(2).join(":") ?? null;
}

function identity({ name, uids, gids }: ProcessStatus, usernames: Map<number, string>): Row {
  const [uid, euid, suid] = uids;
  const [gid, egid, sgid] = gids;
  return { name, uid, gid, euid, egid, suid, sgid, username: usernames.get(uid) ?? null };
}

function usage({ stat, status }: Facts, clock: MachineClock): Row {
  const startSeconds = stat.startTicks / ticksPerSecond;
  const busySeconds = (stat.userTicks + stat.systemTicks) / ticksPerSecond;
  const resident = status.residentSize ?? 0; // kernel threads have no memory of their own
  return {
    state: stat.state,
    parent: stat.parent,
    pgroup: stat.processGroup,
    threads: stat.threads,
    nice: stat.nice,
    resident_size: resident,
    total_size: status.totalSize ?? 0,
    user_time: (stat.userTicks * 1000) / ticksPerSecond,
    system_time: (stat.systemTicks * 1000) / ticksPerSecond,
    start_time: clock.bootTime === undefined ? null : Math.floor(clock.bootTime + startSeconds),
    cpu_percent: percentOf(busySeconds, (clock.uptimeSeconds ?? 0) - startSeconds),
    memory_percent: percentOf(resident, clock.totalMemory ?? 0),
  };
}

/** With two decimals; NULL when the total is unknown or 0. */
function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 10_000) / 100 : null;
}

/** Readable by the process's owner and root only. */
function readProgram(host: Host, pid: number, stat: ProcessStat, reads: ProcessReads): Row {
  if (stat.isKernelThread) return { path: "", cwd: "", root: "", on_disk: -1 };
  const link = (name: string) => reads.attempt(pid, () => host.readlink(`/proc/${pid}/${name}`));
  const exe = reads.attempt(pid, () => readFileLink(host, pid, "exe"));
  // A process that denies access to its program denies the rest too: saves three failing calls.
  if (exe === undefined && reads.refused(pid)) return {};
  const io = reads.attempt(pid, () => parseIo(host.read(`/proc/${pid}/io`)));
  return { ...programOf(exe), cwd: link("cwd"), root: link("root"), ...io };
}

/** Zombies have no program. */
const programOf = (exe: FileLink | undefined): Row =>
  exe ? { path: exe.path, on_disk: exe.deleted ? 0 : 1 } : { path: "", on_disk: -1 };

function parseIo(text: string): Row {
  const count = (key: string) => Number(new RegExp(`^${key}: (\\d+)`, "m").exec(text)?.[1] ?? 0);
  return { disk_bytes_read: count("read_bytes"), disk_bytes_written: count("write_bytes") };
}

function nameParents(rows: Row[]): Row[] {
  const names = new Map(rows.map((row) => [row.pid, row.name]));
  for (const row of rows) row.parent_name = names.get(row.parent) ?? null;
  return rows;
}
