import { type Gap, unavailableFor } from "../../host/gap.ts";
import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { parseUtmp, type UtmpRecord } from "../../parsers/utmp.ts";
import { hasLogind, readLogindSessions } from "./logind-sessions.ts";

const types = [
  "empty",
  "runlevel",
  "boot_time",
  "new_time",
  "old_time",
  "init",
  "login",
  "user",
  "dead",
  "accounting",
];

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const bytes = read.bytes("/run/utmp", 16 << 20);
  if (!bytes && read.gaps.length === 0 && hasLogind(host))
    return { rows: readLogindSessions(read), gaps: read.gaps };
  if (!bytes) throw unavailableFor(read.gaps[0] ?? noRecord);
  return { rows: parseUtmp(bytes).filter(isSession).map(sessionRow), gaps: read.gaps };
}

const noRecord: Gap = { reason: "table_missing", detail: "/run/utmp: not found" };

/** Empty slots are not sessions, and pid 1 is init's own record. */
const isSession = ({ type, pid }: UtmpRecord) => type !== 0 && pid !== 1;

const sessionRow = ({ type, user, tty, host, address, time, pid }: UtmpRecord) => ({
  type: types[type],
  user,
  tty,
  host: host || address,
  time,
  pid,
});
