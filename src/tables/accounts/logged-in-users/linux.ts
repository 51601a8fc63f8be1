import { type Gap, unavailableFor } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { readBytesOptional } from "../../host/read-optional.ts";
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
  const gaps: Gap[] = [];
  const bytes = readBytesOptional(host, "/run/utmp", gaps, 16 << 20);
  if (!bytes && gaps.length === 0 && hasLogind(host))
    return { rows: readLogindSessions(host, gaps), gaps };
  if (!bytes) throw unavailableFor(gaps[0] ?? noRecord);
  return { rows: parseUtmp(bytes).filter(isSession).map(sessionRow), gaps };
}

const noRecord: Gap = { reason: "table_missing", detail: "/run/utmp: not there" };

/** Empty slots are not sessions; pid 1 is init's own book-keeping. */
const isSession = ({ type, pid }: UtmpRecord) => type !== 0 && pid !== 1;

const sessionRow = ({ type, user, tty, host, address, time, pid }: UtmpRecord) => ({
  type: types[type],
  user,
  tty,
  host: host || address,
  time,
  pid,
});
