import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { describePassword, parseShadow, type ShadowEntry } from "../parsers/shadow-file.ts";
import type { Account } from "./local-accounts.ts";

/** The effect of an account's password and its dates on logins. */
export interface LoginPassword {
  /** "none": no password can match. */
  kind: "usable" | "empty" | "none";
  /** A "!" before the hash, which sshd checks when PAM is off. */
  locked: boolean;
  /** Days since 1970; -1 where there is no limit. */
  expire: number;
  /** The password must be changed at the next login. */
  mustChange: boolean;
  /** The password expired so long ago that the account is disabled. */
  lapsed: boolean;
}

const dayMs = 86_400_000;

/** Days since 1970, as /etc/shadow counts them. */
export const today = (host: Host) => Math.floor(host.now() / dayMs);

/** By account; undefined where /etc/shadow can't be read, with a gap. */
export function readLoginPasswords(
  read: GapReader,
  accounts: Account[],
): Map<string, LoginPassword> | undefined {
  const own = gapReader(read.host);
  const text = own.text("/etc/shadow");
  read.report(...own.gaps);
  if (own.gaps.length > 0) return undefined;
  const entries = new Map(parseShadow(text ?? "").map((entry) => [entry.username, entry]));
  const locked = lockedNames(text ?? "");
  return new Map(
    accounts.map(({ name, password }) => [
      name,
      {
        ...kindOf(password, entries.get(name)),
        locked: locked.has(name),
        ...datesOf(entries.get(name), today(read.host)),
      },
    ]),
  );
}

const lockedNames = (text: string) =>
  new Set(text.split("\n").flatMap((line) => /^([^:]+):!/.exec(line)?.[1] ?? []));

const kinds = { active: "usable", empty: "empty", locked: "none", not_set: "none" } as const;

/** A field in /etc/passwd that isn't "x" is the one that PAM uses. */
function kindOf(field: string, entry: ShadowEntry | undefined): Pick<LoginPassword, "kind"> {
  const status = field === "x" ? entry?.password_status : describePassword(field).password_status;
  return { kind: kinds[status ?? "locked"] };
}

/**
 * As pam_unix evaluates them (measured with 1.5.2): a change is due once `max` days have passed.
 */
function datesOf(entry: ShadowEntry | undefined, day: number) {
  if (!entry) return { expire: -1, mustChange: false, lapsed: false };
  const { last_change, max, inactive, expire } = entry;
  const age = day - last_change;
  const due = max >= 0 && last_change >= 0 && age > max;
  const lapsed = last_change > 0 && due && inactive >= 0 && age > max + inactive;
  return { expire, mustChange: last_change === 0 || due, lapsed };
}
