import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { parseShadow, type ShadowEntry } from "../../parsers/shadow-file.ts";
import { type Account, accountType, readAccounts, signed32 } from "../local-accounts.ts";

const dayMs = 86_400_000;

export function collectLinux(host: Host): Collected {
  const accounts = readAccounts(host);
  const read = gapReader(host);
  const shadow = readShadow(read);
  const today = Math.floor(host.now() / dayMs);
  return { rows: accounts.map((account) => userRow(account, shadow, today)), gaps: read.gaps };
}

/** Entries by account name. Only root can read them; without them one column is unknown. */
function readShadow(read: GapReader): Map<string, ShadowEntry> {
  const text = read.forColumns(["enabled"]).text("/etc/shadow") ?? "";
  return new Map(parseShadow(text).map((entry) => [entry.username, entry]));
}

function userRow(account: Account, shadow: Map<string, ShadowEntry>, today: number) {
  const { name, uid, gid, description, directory, shell } = account;
  const entry = shadow.get(name);
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
    enabled: entry ? Number(isEnabled(entry, today)) : null,
  };
}

/**
 * Neither locked nor expired. A key may still open an account with a locked password: see
 * authorized_keys.
 */
const isEnabled = (entry: ShadowEntry, today: number) =>
  !["locked", "not_set"].includes(entry.password_status) &&
  (entry.expire < 0 || entry.expire > today);
