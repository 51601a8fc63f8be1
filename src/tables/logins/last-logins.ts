import { type Account, readAccounts } from "../accounts/local-accounts.ts";
import { type Gap, unavailableFor } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseLogins } from "../parsers/logs/login-lines.ts";
import { type LoginRecords, newestLogins } from "./model/login-records.ts";
import { readAuthLogs } from "./sources/auth-logs.ts";
import { readLoginDatabases } from "./sources/databases.ts";
import { readJournalLogins } from "./sources/journal-logins.ts";
import { readLastlog } from "./sources/lastlog.ts";
import { readWtmp } from "./sources/wtmp.ts";

/**
 * One row per local account and record of logins that this host keeps. `time` is NULL if the record
 * has no login of the account, which means that there was none from `recorded_since` to
 * `recorded_until` (NULL: unknown) only. `records`: "terminal" leaves out SSH logins that ran a command
 * or copied files; "all" has them too.
 */
export const lastLogins: CollectedTable = {
  name: "last_logins",
  description:
    "When and from where each account last logged in, and how far back that is recorded.",
  platforms: ["linux"],
  columns: {
    username: "TEXT",
    uid: "BIGINT",
    time: "BIGINT",
    tty: "TEXT",
    host: "TEXT",
    source: "TEXT",
    records: "TEXT",
    recorded_since: "BIGINT",
    recorded_until: "BIGINT",
  },
  async collect(host) {
    const accounts = readAccounts(host);
    const read = gapReader(host);
    const found = [
      readLastlog(read, accounts),
      readWtmp(read),
      ...readLoginDatabases(read),
      ...readLoggedLogins(read),
      await readJournalLogins(read),
    ].filter((records) => records !== undefined);
    if (found.length === 0) throw unavailableFor(read.gaps[0] ?? noRecord);
    return { rows: found.flatMap((records) => rowsOf(records, accounts)), gaps: read.gaps };
  },
};

const noRecord: Gap = {
  reason: "table_missing",
  detail: "no record of logins: lastlog, wtmp, the authentication log or the journal",
};

function readLoggedLogins(read: GapReader): LoginRecords[] {
  const nowSeconds = Math.floor(read.host.now() / 1000);
  return readAuthLogs(read).map(({ texts, ...log }) => ({
    ...log,
    records: "all",
    logins: newestLogins(texts.flatMap((text) => parseLogins(text, nowSeconds))),
  }));
}

function rowsOf({ logins, since, until, ...record }: LoginRecords, accounts: Account[]): Row[] {
  return accounts.map(({ name, uid }) => {
    const { time = null, tty = null, host = null } = logins.get(name) ?? {};
    const span = { recorded_since: since, recorded_until: until };
    return { username: name, uid, time, tty, host, ...record, ...span };
  });
}
