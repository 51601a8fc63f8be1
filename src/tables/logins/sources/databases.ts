import type { GapReader } from "../../host/gap-reader.ts";
import { readSqliteTable, type SqliteRow } from "../../parsers/sqlite/read-table.ts";
import { type LoginRecords, newestLogins, spanOf } from "../model/login-records.ts";

const maxBytes = 64 << 20;

/** The SQLite database that a PAM module keeps. */
interface LoginDatabase {
  path: string;
  table: string;
  /** The login of a row, its time in epoch seconds. */
  login(row: SqliteRow): { username: unknown; time: number; tty: unknown; host: unknown };
}

/** pam_lastlog2 keeps one row per account, pam_wtmpdb one per login, with microseconds. */
const databases: LoginDatabase[] = [
  {
    path: "/var/lib/lastlog/lastlog2.db",
    table: "Lastlog2",
    login: ({ name, time, tty, remotehost }) => ({
      username: name,
      time: Number(time),
      tty,
      host: remotehost,
    }),
  },
  {
    path: "/var/lib/wtmpdb/wtmp.db",
    table: "wtmp",
    login: ({ user, login, tty, remotehost, type }) => ({
      username: Number(type) === userLogin ? user : "",
      time: Math.floor(Number(login) / 1e6),
      tty,
      host: remotehost,
    }),
  },
];
/** wtmpdb's type of a login; a boot has 1. */
const userLogin = 3;

/** The logins that pam_lastlog2 and pam_wtmpdb recorded, which Debian 13 uses. */
export function readLoginDatabases(read: GapReader): LoginRecords[] {
  return databases.flatMap((database) => readDatabase(read, database) ?? []);
}

function readDatabase(
  read: GapReader,
  { path, table, login }: LoginDatabase,
): LoginRecords | undefined {
  const bytes = read.bytes(path, maxBytes);
  if (!bytes) return undefined;
  try {
    const { rows, hasLog } = readSqliteTable(bytes, table);
    if (hasLog && (read.attempt(`${path}-wal`, () => read.host.stat(`${path}-wal`).size) ?? 0) > 0)
      read.report({
        reason: "error",
        detail: `${path}: changes in its write-ahead log are not read`,
      });
    const found = rows.map(login).filter(({ time }) => time > 0);
    const logins = found.flatMap(({ username, time, tty, host }) =>
      username ? [{ username: String(username), time, tty: textOf(tty), host: textOf(host) }] : [],
    );
    const times = spanOf(found.map(({ time }) => time));
    return { source: path, records: "terminal", ...times, logins: newestLogins(logins) };
  } catch (error) {
    read.report({ reason: "error", detail: `${path}: ${(error as Error).message}` });
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
