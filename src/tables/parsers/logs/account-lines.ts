import { parseAuthEntries } from "./auth-log.ts";

/** What a program logged of an account that it added. */
export interface AccountAddition {
  /** Epoch seconds. */
  time: number;
  /** Null in an audit record that has only the uid. */
  username: string | null;
  /** Null in an audit record that has only the name. */
  uid: number | null;
  shell: string | null;
}

export const addingPrograms = ["useradd", "systemd-sysusers"];
const tags = new RegExp(`^(${addingPrograms.join("|")})$`);

/** The message of useradd; names have no comma. */
const added =
  /^new user: name=([^,]+), UID=(\d+)(?:, GID=\d+)?(?:, home=.*?)?(?:, shell=([^,]*))?(?:, from=[^,]*)?$/;
/** The message of systemd-sysusers. */
const declared = /^Creating user '([^']+)' \(.*\) with UID (\d+) and GID \d+\.$/;

/** Accounts that were added by the authentication log, in file order. */
export function parseAdditions(text: string, nowSeconds: number): AccountAddition[] {
  return parseAuthEntries(text, { nowSeconds, tags }).flatMap(({ message, time }) => {
    const found = additionOf(message);
    return found ? [{ time, ...found }] : [];
  });
}

/** The account that a message of useradd or systemd-sysusers is about. */
export function additionOf(message: string): Omit<AccountAddition, "time"> | undefined {
  const [, username, uid, shell = null] = added.exec(message) ?? declared.exec(message) ?? [];
  return username && uid ? { username, uid: Number(uid), shell } : undefined;
}

/** libaudit writes the uid or, newer ones, the name: in quotes, or as hex digits if it has odd characters. */
const record =
  /^type=ADD_USER msg=audit\((\d+)\.\d+:\d+\): .*\bop=(?:adding|add)[ -]user (?:id=(\d+)|acct="([^"]+)"|acct=([0-9A-F]+)) .*\bres=success\b/;

/** Accounts that were added by the audit log. */
export function parseAuditAdditions(text: string): AccountAddition[] {
  return text.split("\n").flatMap((line) => {
    const [, time, uid, name, hex] = record.exec(line) ?? [];
    if (!time) return [];
    const username = name ?? (hex ? Buffer.from(hex, "hex").toString("utf8") : null);
    return [{ time: Number(time), username, uid: uid ? Number(uid) : null, shell: null }];
  });
}
