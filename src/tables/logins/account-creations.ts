import { type Account, parsePasswd, readAccounts } from "../accounts/local-accounts.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseShadow } from "../parsers/shadow-file.ts";
import { readLoggedAdditions } from "./sources/additions.ts";

const daySeconds = 86_400;

/**
 * One row per account and source that says when it was created: exactly (`time`) by the logs, or
 * between `not_before` and `not_after`. /etc/passwd- is /etc/passwd before its last change, so an
 * account that it lacks came with that change, or with one by hand. An account existed when its
 * password was last changed. Accounts that were removed since are included by what was logged
 * (uid NULL if only its name was). A source that is absent says nothing: no row is no proof of age.
 */
export const accountCreations: CollectedTable = {
  name: "account_creations",
  description: "When accounts were created, by the logs and the dates of the account files.",
  platforms: ["linux"],
  columns: {
    username: "TEXT",
    uid: "BIGINT",
    shell: "TEXT",
    time: "BIGINT",
    not_before: "BIGINT",
    not_after: "BIGINT",
    source: "TEXT",
  },
  async collect(host) {
    const accounts = readAccounts(host);
    const read = gapReader(host);
    const rows = [
      ...(await loggedRows(read, accounts)),
      ...backupRows(read, accounts),
      ...passwordRows(read),
    ];
    return { rows, gaps: read.gaps };
  },
};

/** An audit record without a name is of the account that has the uid now. */
async function loggedRows(read: GapReader, accounts: Account[]): Promise<Row[]> {
  const names = new Map(accounts.map(({ uid, name }) => [uid, name]));
  const logged = await readLoggedAdditions(read);
  return logged.map(({ username, uid, shell, time, source }) => ({
    username: username ?? names.get(uid ?? -1) ?? "",
    uid,
    shell,
    time,
    not_before: time,
    not_after: time,
    source,
  }));
}

function backupRows(read: GapReader, accounts: Account[]): Row[] {
  const before = read.text("/etc/passwd-");
  if (before === undefined) return [];
  const known = new Set(parsePasswd(before).map(({ name }) => name));
  const changedAt = (path: string) =>
    read.attempt(path, () => Math.floor(read.host.stat(path).mtimeMs / 1000)) ?? null;
  const [not_before, not_after] = [changedAt("/etc/passwd-"), changedAt("/etc/passwd")];
  return accounts
    .filter(({ name }) => !known.has(name))
    .map(({ name, uid, shell }) => ({
      username: name,
      uid,
      shell,
      not_before,
      not_after,
      source: "/etc/passwd-",
    }));
}

function passwordRows(read: GapReader): Row[] {
  return parseShadow(read.text("/etc/shadow") ?? "")
    .filter(({ last_change }) => last_change > 0)
    .map(({ username, last_change }) => ({
      username,
      not_after: (last_change + 1) * daySeconds - 1,
      source: "/etc/shadow",
    }));
}
