import type { GapReader } from "../../host/gap-reader.ts";
import { parseUtmp } from "../../parsers/utmp.ts";
import { type LoginRecords, newestLogins, spanOf } from "../model/login-records.ts";

const maxBytes = 64 << 20;
const path = "/var/log/wtmp";
const userProcess = 7;

/** The logins of wtmp and of last month's wtmp.1; boots show that it is written too. */
export function readWtmp(read: GapReader): LoginRecords | undefined {
  const files = [`${path}.1`, path].flatMap((file) => read.bytes(file, maxBytes) ?? []);
  if (files.length === 0) return undefined;
  const records = files.flatMap(parseUtmp);
  const logins = records
    .filter(({ type, user, time }) => type === userProcess && user !== "" && time > 0)
    .map(({ user, time, tty, host, address }) => ({
      username: user,
      time,
      tty,
      host: host || address,
    }));
  return {
    source: path,
    records: "terminal",
    ...spanOf(records.map(({ time }) => time)),
    logins: newestLogins(logins),
  };
}
