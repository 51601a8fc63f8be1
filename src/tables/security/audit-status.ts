import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { listPids } from "../processes/proc/pids.ts";

/** Names that auditctl prints, which are our columns too. */
const numbers = ["enabled", "failure", "pid", "rate_limit", "backlog_limit", "lost", "backlog"];
const states = ["off", "on", "locked"];

/**
 * One row: the kernel's audit as `auditctl -s` shows it, for which root's rights are needed. `state` is
 * "unknown" without them, so statements that read no other column stay complete. `pid` is the daemon
 * that receives the records; without one the kernel writes them to its log, which `kernel_log_reader`
 * may keep.
 */
export const auditStatus: CollectedTable = {
  name: "audit_status",
  description: "Whether the kernel's audit is on, and which daemon receives its records.",
  platforms: ["linux"],
  columns: {
    state: "TEXT",
    ...Object.fromEntries(numbers.map((name) => [name, "BIGINT" as const])),
    kernel_log_reader: "TEXT",
  },
  async collect(host) {
    const read = gapReader(host);
    const limited = read.forColumns(numbers);
    const status = parseAuditStatus((await limited.output("auditctl", "-s")) ?? "");
    if (status.enabled === undefined && read.gaps.length === 0)
      limited.report({ reason: "error", detail: "auditctl: no status" });
    const state = states[Number(status.enabled)] ?? "unknown";
    const isOnlyLogged = state !== "off" && status.pid === 0;
    const reader = isOnlyLogged ? kernelLogReader(gapReader(host)) : null;
    return { rows: [{ state, ...status, kernel_log_reader: reader }], gaps: read.gaps };
  },
};

/** "enabled 1" on lines of their own, or all as "AUDIT_STATUS: enabled=1 flag=1 pid=…" before audit 2.3. */
export function parseAuditStatus(text: string): Row {
  return Object.fromEntries(
    numbers.flatMap((name) => {
      const value = new RegExp(`(?:^|\\s)${name}[ =](\\d+)`, "m").exec(text)?.[1];
      return value === undefined ? [] : [[name, Number(value)]];
    }),
  );
}

/** Daemons that keep what they read of the kernel's log. */
const logDaemons = new Set(["rsyslogd", "syslog-ng", "syslogd", "klogd", "systemd-journal"]);
const kernelLogs = new Set(["/proc/kmsg", "/dev/kmsg"]);

/** Only root gets here, who sees every process; what ends meanwhile reads nothing. */
function kernelLogReader(read: GapReader): string | null {
  for (const pid of listPids(read)) {
    const name = read.text(`/proc/${pid}/comm`)?.trim() ?? "";
    if (logDaemons.has(name) && hasKernelLog(read, pid)) return name;
  }
  return null;
}

const hasKernelLog = (read: GapReader, pid: number) =>
  read
    .list(`/proc/${pid}/fd`)
    .map((fd) => `/proc/${pid}/fd/${fd}`)
    .some((path) => kernelLogs.has(read.attempt(path, () => read.host.readlink(path)) ?? ""));
