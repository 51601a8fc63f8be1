import { type Gap, unavailableFor } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseAuthLog } from "../parsers/logs/auth-log.ts";
import { parseUtmp, type UtmpRecord } from "../parsers/utmp.ts";

const maxBytes = 64 << 20;
const logs = ["/var/log/auth.log.1", "/var/log/auth.log", "/var/log/secure"];

/**
 * One row per failed login, from btmp and last month's btmp.1. sshd, login and su also write to the
 * authentication log, so only sudo's failures are added from it, or all failures where there is no
 * btmp.
 */
export const failedLogins: CollectedTable = {
  name: "failed_logins",
  description: "Failed logins, from btmp and the authentication log.",
  platforms: ["linux"],
  columns: {
    username: "TEXT",
    tty: "TEXT",
    source_address: "TEXT",
    service: "TEXT",
    time: "BIGINT",
    reason: "TEXT",
    pid: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const records = readRecords(read);
    const text = logs.map((path) => read.text(path, maxBytes));
    const logged = text.filter((log) => log !== undefined);
    if (!records && logged.length === 0) throw unavailableFor(read.gaps[0] ?? noRecord);
    const now = Math.floor(host.now() / 1000);
    const failures = logged.flatMap((log) => parseAuthLog(log, now).map((entry) => ({ ...entry })));
    const extra: Row[] = records ? failures.filter(({ service }) => service === "sudo") : failures;
    return { rows: [...(records ?? []), ...extra], gaps: read.gaps };
  },
};

const noRecord: Gap = { reason: "table_missing", detail: "/var/log/btmp: not found" };

function readRecords(read: GapReader): Row[] | undefined {
  const files = ["/var/log/btmp.1", "/var/log/btmp"]
    .map((path) => read.bytes(path, maxBytes))
    .filter((bytes) => bytes !== undefined);
  return files.length > 0 ? files.flatMap(parseUtmp).map(recordRow) : undefined;
}

const recordRow = ({ user, tty, host, address, time, pid }: UtmpRecord): Row => ({
  username: user,
  tty,
  source_address: host || address,
  service: tty.startsWith("ssh") ? "ssh" : tty.startsWith("pts/") ? "su" : "login",
  time,
  reason: null,
  pid,
});
