import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { parseAuthorizedKey } from "../../parsers/ssh/authorized-keys-line.ts";
import { type Account, accountType, readAccounts, signed32 } from "../local-accounts.ts";
import { type LoginPassword, readLoginPasswords, today } from "../login-password.ts";
import { readHiddenAccounts } from "../login-screens.ts";
import { sessionRefusal } from "../login-shell.ts";
import { inHome, readUserFile } from "../user-files.ts";

export function collectLinux(host: Host): Collected {
  const accounts = readAccounts(host);
  const read = gapReader(host);
  const ofState = read.forColumns(["enabled"]);
  const passwords = readLoginPasswords(ofState, accounts);
  const hidden = readHiddenAccounts(read.forColumns(["hidden_by"]));
  const rows = accounts.map((account) => ({
    ...describe(account),
    hidden_by: hidden.get(account.name),
    enabled: isEnabled(ofState, account, passwords?.get(account.name)),
  }));
  return { rows, gaps: read.gaps };
}

function describe({ name, uid, gid, description, directory, shell }: Account) {
  return {
    uid,
    gid,
    uid_signed: signed32(uid),
    gid_signed: signed32(gid),
    username: name,
    description,
    directory,
    shell,
    uuid: "",
    is_hidden: null,
    type: accountType(uid),
  };
}

/**
 * Whether somebody can start a session: the shell allows it, the account has not ended, and a
 * password can match or a key opens it. Null where only root can read which.
 */
function isEnabled(
  read: GapReader,
  account: Account,
  password: LoginPassword | undefined,
): number | null {
  if (sessionRefusal(read.host, account.shell) !== undefined) return 0;
  if (!password) return null;
  // PAM ends an account on its expiry day.
  if ((password.expire >= 0 && today(read.host) >= password.expire) || password.lapsed) return 0;
  return password.kind !== "none" || hasKey(read, account) ? 1 : 0;
}

/** In sshd's usual files. A locked password doesn't lock them: cloud images have only keys. */
const hasKey = (read: GapReader, account: Account): boolean =>
  ["authorized_keys", "authorized_keys2"]
    .map((name) => readUserFile(read, account, inHome(account, `.ssh/${name}`)) ?? "")
    .some((text) => text.split("\n").some((line) => parseAuthorizedKey(line) !== undefined));
