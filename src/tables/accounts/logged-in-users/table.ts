import { type Gap, unavailableFor } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { readBytesOptional } from "../../host/read-optional.ts";
import { byPlatform } from "../../model/by-platform.ts";
import type { Collected, CollectedTable } from "../../model/table.ts";
import { parseUtmp, type UtmpRecord } from "../../parsers/utmp.ts";
import { collectLoggedInUsers } from "./darwin.ts";
import { hasLogind, readLogindSessions } from "./logind-sessions.ts";
import { collectLoggedInUsers as collectWindows } from "./windows.ts";

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

/**
 * One record of /run/utmp a row: a session that is open is type 'user'. Distributions that
 * keep no utmp any more have systemd-logind's sessions instead.
 */
export const loggedInUsers: CollectedTable = {
  name: "logged_in_users",
  description: "Sessions as utmp has them: who is logged in, from where, since when.",
  platforms: ["linux", "darwin", "win32"],
  columns: {
    type: "TEXT",
    user: "TEXT",
    tty: "TEXT",
    host: "TEXT",
    time: "BIGINT",
    pid: "INTEGER",
    sid: "TEXT",
    registry_hive: "TEXT",
  },
  collect: byPlatform({ linux: collectLinux, darwin: collectLoggedInUsers, win32: collectWindows }),
};

function collectLinux(host: Host): Collected {
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
