import type { Collected, Row } from "../../model/table.ts";
import { accountOfSid, bareName, leafOf } from "../../powershell/account-names.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import {
  type Fields,
  filled,
  flag,
  isWellKnown,
  relativeId,
  signed,
  text,
} from "../../powershell/values.ts";

export const usersScript = powershellScript({
  accounts:
    "Get-CimInstance Win32_UserAccount -Filter 'LocalAccount=True' | Select-Object Name,SID,Description,Disabled",
  profiles: `Get-CimInstance Win32_UserProfile | Select-Object SID,LocalPath,${accountOfSid}`,
});

/**
 * As in osquery: the local accounts, then every other user with a profile here (Windows' own are
 * "special", those of a domain or tenant "roaming"), whose state only their domain knows.
 */
export function parseUsers(printed: string): Collected {
  const answer = readAnswer(printed);
  const accounts = answer.required("accounts");
  const profiles = answer.optional("profiles", ["directory"]);
  const folders = new Map(profiles.map(({ SID, LocalPath }) => [text(SID), filled(LocalPath)]));
  const local = accounts.map((account) => localRow(account, folders));
  const known = new Set(local.map((row) => row.uuid));
  const others = profiles.filter(({ SID }) => filled(SID) && !known.has(text(SID)));
  return { rows: [...local, ...others.map(profileRow)], gaps: answer.gaps };
}

function localRow(
  { Name, SID, Description, Disabled }: Fields,
  folders: Map<string | null, string | null>,
): Row {
  const disabled = flag(Disabled);
  return {
    ...identity(text(SID), 513), // the group "None", which only serves as primary group
    username: text(Name),
    description: text(Description) ?? "",
    directory: folders.get(text(SID)) ?? "",
    type: "local",
    enabled: disabled === null ? null : 1 - disabled,
  };
}

function profileRow({ SID, LocalPath, Account }: Fields): Row {
  const sid = text(SID)!;
  const special = isWellKnown(sid);
  return {
    ...identity(sid, special ? relativeId(sid) : null),
    username: bareName(text(Account)) ?? leafOf(text(LocalPath)),
    description: "",
    directory: text(LocalPath) ?? "",
    type: special ? "special" : "roaming",
    enabled: null,
  };
}

function identity(sid: string | null, gid: number | null): Row {
  const uid = relativeId(sid);
  return {
    uid,
    gid,
    uid_signed: signed(uid),
    gid_signed: signed(gid),
    uuid: sid,
    // Windows has no login shell; osquery reports this program for every account.
    shell: "C:\\Windows\\system32\\cmd.exe",
  };
}

export const collectWindows = collectWith(usersScript, parseUsers);
