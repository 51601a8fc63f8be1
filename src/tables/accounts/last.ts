import { type Gap, unavailableFor } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { parseUtmp, type UtmpRecord } from "../parsers/utmp.ts";

const typeNames = [
  "empty",
  "run-level",
  "boot-time",
  "new-time",
  "old-time",
  "init-process",
  "login-process",
  "user-process",
  "dead-process",
  "accounting",
];

const maxBytes = 64 << 20;

/**
 * One row per record of /var/log/wtmp and wtmp.1 (last month): a login has type_name
 * 'user-process'.
 */
export const last: CollectedTable = {
  name: "last",
  description: "Logins, logouts and boots from wtmp, newest last.",
  platforms: ["linux"],
  columns: {
    username: "TEXT",
    tty: "TEXT",
    pid: "INTEGER",
    type: "INTEGER",
    type_name: "TEXT",
    time: "INTEGER",
    host: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const files = ["/var/log/wtmp.1", "/var/log/wtmp"].map((path) => read.bytes(path, maxBytes));
    const bytes = files.filter((file) => file !== undefined);
    if (bytes.length === 0) throw unavailableFor(read.gaps[0] ?? noRecord);
    return { rows: bytes.flatMap(parseUtmp).map(lastRow), gaps: read.gaps };
  },
};

/** Without the file logins are not recorded, which does not mean that there were none. */
const noRecord: Gap = { reason: "table_missing", detail: "/var/log/wtmp: not found" };

const lastRow = ({ user, tty, pid, type, time, host, address }: UtmpRecord) => ({
  username: user,
  tty,
  pid,
  type,
  type_name: typeNames[type],
  time,
  host: host || address,
});
