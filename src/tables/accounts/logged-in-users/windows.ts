import type { Collected, Row } from "../../model/table.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { type Fields, filled, seconds, text, whole } from "../../powershell/values.ts";

export const loggedInUsersScript = powershellScript({
  sessions: `Get-Item -Path 'Registry::HKEY_USERS\\*\\Volatile Environment' -ErrorAction SilentlyContinue -ErrorVariable missed | ForEach-Object {
    $key=$_;
    $sid=$key.Name.Split('\\')[1];
    $user=[string]$key.GetValue('USERNAME');
    $domain=[string]$key.GetValue('USERDOMAIN');
    foreach($name in $key.GetSubKeyNames()){
      $session=$key.OpenSubKey($name);
      [pscustomobject]@{Sid=$sid;User=$user;Domain=$domain;Session=$name;SessionName=[string]$session.GetValue('SESSIONNAME');ClientName=[string]$session.GetValue('CLIENTNAME')}
    };
    if($key.SubKeyCount -eq 0){[pscustomobject]@{Sid=$sid;User=$user;Domain=$domain;Session=$null;SessionName='';ClientName=''}}
  }`,
  logons: "Get-CimInstance Win32_LogonSession | Select-Object LogonId,LogonType,StartTime",
  owners:
    "Get-CimInstance Win32_LoggedOnUser | Select-Object @{n='User';e={$_.Antecedent.Name}},@{n='Domain';e={$_.Antecedent.Domain}},@{n='LogonId';e={$_.Dependent.LogonId}}",
});

/**
 * Reads the registry keys that exist from login to logout: the output of quser is localized, and
 * not every edition has it. They don't show whether a session is disconnected, so `type` is utmp's
 * "user"; osquery has "active" or "disconnected".
 */
export function parseLoggedInUsers(printed: string): Collected {
  const answer = readAnswer(printed);
  const sessions = answer.required("sessions").filter(({ User }) => filled(User));
  const times = loginTimes(
    answer.optional("logons", ["time"]),
    answer.optional("owners", ["time"]),
  );
  answer.needsAdministrator("sessions of other users: only an administrator sees them");
  return { rows: sessions.map((session) => sessionRow(session, times)), gaps: answer.gaps };
}

function sessionRow(session: Fields, times: Map<string, number>): Row {
  const sid = text(session.Sid);
  return {
    type: "user",
    user: text(session.User),
    tty: text(session.SessionName) ?? "",
    host: text(session.ClientName) ?? "",
    time: times.get(accountKey(session)) ?? null,
    pid: -1,
    sid,
    registry_hive: `HKEY_USERS\\${sid}`,
  };
}

/** Logon types: at the console, remote desktop, unlock with a cached password… */
const interactive = [2, 10, 11, 12];

/** The latest login of each account; ended sessions may linger. */
function loginTimes(logons: Fields[], owners: Fields[]): Map<string, number> {
  const starts = new Map(
    logons
      .filter(({ LogonType }) => interactive.includes(whole(LogonType) ?? -1))
      .map(({ LogonId, StartTime }) => [text(LogonId), seconds(StartTime)]),
  );
  const times = new Map<string, number>();
  for (const owner of owners) {
    const start = starts.get(text(owner.LogonId));
    const key = accountKey(owner);
    if (start) times.set(key, Math.max(start, times.get(key) ?? 0));
  }
  return times;
}

const accountKey = ({ Domain, User }: Fields) =>
  `${text(Domain) ?? ""}\\${text(User) ?? ""}`.toLowerCase();

export const collectWindows = collectWith(loggedInUsersScript, parseLoggedInUsers);
