import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { type Fields, flag, relativeId, text } from "../powershell/values.ts";

export const windowsAccountsScript = powershellScript({
  accounts:
    "Get-CimInstance Win32_UserAccount -Filter 'LocalAccount=True' | Select-Object Name,SID,Disabled,Lockout,PasswordRequired,PasswordExpires,PasswordChangeable",
});

export function parseWindowsAccounts(printed: string): Collected {
  const answer = readAnswer(printed);
  return { rows: answer.required("accounts").map(accountRow), gaps: answer.gaps };
}

function accountRow(account: Fields): Row {
  const disabled = flag(account.Disabled);
  return {
    uid: relativeId(text(account.SID)),
    username: text(account.Name),
    sid: text(account.SID),
    enabled: disabled === null ? null : 1 - disabled,
    locked_out: flag(account.Lockout),
    password_required: flag(account.PasswordRequired),
    password_expires: flag(account.PasswordExpires),
    password_changeable: flag(account.PasswordChangeable),
  };
}

/** One row per local account; those of a domain have their rules there. */
export const windowsAccounts: CollectedTable = {
  name: "windows_accounts",
  description: "Local accounts of Windows and the rules for their passwords.",
  platforms: ["win32"],
  columns: {
    uid: "BIGINT",
    username: "TEXT",
    sid: "TEXT",
    enabled: "INTEGER",
    locked_out: "INTEGER",
    password_required: "INTEGER",
    password_expires: "INTEGER",
    password_changeable: "INTEGER",
  },
  collect: collectWith(windowsAccountsScript, parseWindowsAccounts),
};
