/** A login of an account. */
export interface Login {
  /** Epoch seconds. */
  time: number;
  tty: string;
  /** Name or address of the remote end; "" for a local login. */
  host: string;
}

/** What one source has recorded. */
export interface LoginRecords {
  source: string;
  /** "terminal": sshd's logins without one (scp, sftp, a command) are not recorded. */
  records: "terminal" | "all";
  /** From when on every such login is in it, and when it was last written; null if unknown. */
  since: number | null;
  until: number | null;
  /** The last one by account. */
  logins: ReadonlyMap<string, Login>;
}

/** The newest login of each account. */
export function newestLogins(all: Iterable<Login & { username: string }>): Map<string, Login> {
  const newest = new Map<string, Login>();
  for (const { username, ...login } of all)
    if (login.time >= (newest.get(username)?.time ?? 0)) newest.set(username, login);
  return newest;
}

/** The first and the last of some times, in epoch seconds; null without any. */
export function spanOf(times: Iterable<number>): Pick<LoginRecords, "since" | "until"> {
  let [since, until]: [number | null, number | null] = [null, null];
  for (const time of times) {
    if (time <= 0) continue;
    since = Math.min(since ?? time, time);
    until = Math.max(until ?? time, time);
  }
  return { since, until };
}
