import type { Account } from "../../accounts/local-accounts.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import { parseLastlog } from "../../parsers/logs/lastlog.ts";
import { type LoginRecords, spanOf } from "../model/login-records.ts";

const path = "/var/log/lastlog";

/**
 * The records of local accounts, read one by one: the file is sparse, and one with a large uid makes
 * it terabytes long. An entry that is as old as it says was not removed since, so the oldest one says
 * since when the file is kept.
 */
export function readLastlog(read: GapReader, accounts: Account[]): LoginRecords | undefined {
  return read.attempt(path, () => {
    const { size } = read.host.stat(path);
    const records = parseLastlog(size, (recordSize) =>
      accounts.map(({ uid }) => read.host.readBytes(path, recordSize, uid * recordSize)),
    );
    if (!records) {
      read.report({ reason: "error", detail: `${path}: cut off, or not a lastlog file` });
      return undefined;
    }
    return {
      source: path,
      records: "terminal",
      ...spanOf(records.map(({ time }) => time)),
      logins: new Map(
        records.flatMap((record, at) =>
          record.time > 0 ? [[accounts[at]!.name, record] as const] : [],
        ),
      ),
    };
  });
}
