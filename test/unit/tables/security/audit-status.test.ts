import { expect, test } from "vitest";
import type { CommandOutput } from "../../../../src/tables/host/port.ts";
import { auditStatus, parseAuditStatus } from "../../../../src/tables/security/audit-status.ts";
import { hostTree } from "../../../helpers/host.ts";

/** What auditctl of audit 3.0 prints. */
const printed = (enabled: number, pid: number) =>
  `enabled ${enabled}\nfailure 1\npid ${pid}\nrate_limit 0\nbacklog_limit 8192\nlost 7\nbacklog 3\n` +
  "backlog_wait_time 60000\nbacklog_wait_time_actual 0\nloginuid_immutable 0 unlocked\n";

const files = { "/proc/1/comm": "systemd\n", "/proc/30/comm": "rsyslogd\n" };
const links = { "/proc/1/fd/4": "/dev/kmsg", "/proc/30/fd/5": "/proc/kmsg" };

/** The table where `auditctl -s` printed this. */
async function statusOf(stdout: string | undefined, exitCode = 0) {
  const recorded: Record<string, CommandOutput> =
    stdout === undefined ? {} : { "auditctl -s": { stdout, exitCode } };
  const { rows, gaps } = await auditStatus.collect(hostTree({ files, links, recorded }));
  return { row: rows[0], gaps };
}

test("the kernel's audit is on, for auditd", async () => {
  expect(await statusOf(printed(1, 812))).toEqual({
    row: {
      state: "on",
      enabled: 1,
      failure: 1,
      pid: 812,
      rate_limit: 0,
      backlog_limit: 8192,
      lost: 7,
      backlog: 3,
      kernel_log_reader: null,
    },
    gaps: [],
  });
  expect((await statusOf(printed(2, 812))).row).toMatchObject({ state: "locked" });
});

test("without a daemon a syslog daemon may keep the kernel's log; systemd only writes there", async () => {
  expect((await statusOf(printed(1, 0))).row).toMatchObject({ kernel_log_reader: "rsyslogd" });
  expect((await statusOf(printed(0, 0))).row).toMatchObject({
    state: "off",
    kernel_log_reader: null,
  });
  const recorded = { "auditctl -s": { stdout: printed(1, 0), exitCode: 0 } };
  const alone = hostTree({ files, links: { "/proc/1/fd/4": "/dev/kmsg" }, recorded });
  expect((await auditStatus.collect(alone)).rows).toMatchObject([{ kernel_log_reader: null }]);
});

test("the state is unknown without the tool or root's rights, and only its numbers are a gap", async () => {
  const columns = ["enabled", "failure", "pid", "rate_limit", "backlog_limit", "lost", "backlog"];
  const row = { state: "unknown", kernel_log_reader: null };
  expect(await statusOf(undefined)).toEqual({
    row,
    gaps: [{ reason: "table_missing", detail: "auditctl is not installed", columns }],
  });
  expect(await statusOf("", 4)).toEqual({
    row,
    gaps: [{ reason: "error", detail: "auditctl exited with code 4", columns }],
  });
  expect(await statusOf("nothing known\n")).toEqual({
    row,
    gaps: [{ reason: "error", detail: "auditctl: no status", columns }],
  });
});

test("the one line of older tools", () => {
  const line =
    "AUDIT_STATUS: enabled=1 flag=1 pid=612 rate_limit=0 backlog_limit=320 lost=0 backlog=2";
  expect(parseAuditStatus(line)).toEqual({
    enabled: 1,
    pid: 612,
    rate_limit: 0,
    backlog_limit: 320,
    lost: 0,
    backlog: 2,
  });
});
