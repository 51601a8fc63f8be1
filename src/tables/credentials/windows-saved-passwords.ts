import { membersQuery } from "../accounts/user-groups/windows.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { accessOf } from "../powershell/access/access-of.ts";
import {
  accountsQuery,
  type Identity,
  ordinaryIdentities,
} from "../powershell/access/identities.ts";
import { parseSddl } from "../powershell/access/sddl.ts";
import { bareName } from "../powershell/account-names.ts";
import { readAnswer } from "../powershell/answer.ts";
import { collectWith, powershellScript } from "../powershell/powershell.ts";
import { type Fields, filled, flag, text } from "../powershell/values.ts";

const answerFiles = [
  "Panther\\unattend.xml",
  "Panther\\unattended.xml",
  "Panther\\Unattend\\unattend.xml",
  "Panther\\autounattend.xml",
  "System32\\Sysprep\\unattend.xml",
  "System32\\Sysprep\\Panther\\unattend.xml",
]
  .map((path) => `($env:windir+'\\${path}')`)
  .concat(["unattend.xml", "autounattend.xml"].map((name) => `($env:SystemDrive+'\\${name}')`))
  .join(",");

/** Group Policy Preferences as applied here, and as a domain controller keeps them. */
const policyFolders =
  "($env:ProgramData+'\\Microsoft\\Group Policy\\History'),($env:windir+'\\SYSVOL\\sysvol')";

/** No password leaves the machine: only whether there is one. */
export const windowsSavedPasswordsScript = powershellScript({
  accounts: accountsQuery,
  members: membersQuery,
  logon: `
    $at='HKLM:\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Winlogon'; $key=Get-Item -LiteralPath $at;
    if($key.GetValue('DefaultPassword')){[pscustomobject]@{User=[string]$key.GetValue('DefaultUserName');Domain=[string]$key.GetValue('DefaultDomainName');On=[string]$key.GetValue('AutoAdminLogon');Path='HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\Winlogon';Sddl=(Get-Acl -LiteralPath $at).Sddl}}`,
  answers: `
    foreach($path in ${answerFiles}){if(Test-Path -LiteralPath $path){try{
      $file=[xml][IO.File]::ReadAllText($path); $sddl=(Get-Acl -LiteralPath $path).Sddl;
      foreach($node in $file.SelectNodes('//*[local-name()=''AutoLogon'' or local-name()=''LocalAccount'' or local-name()=''AdministratorPassword'']')){
        $value=$node.SelectSingleNode('descendant-or-self::*[local-name()=''Password'' or local-name()=''AdministratorPassword'']/*[local-name()=''Value'']');
        $name=$node.SelectSingleNode('*[local-name()=''Username'' or local-name()=''Name'']'); $domain=$node.SelectSingleNode('*[local-name()=''Domain'']');
        if($value -and $value.InnerText -and $value.InnerText -notlike '*SENSITIVE*DATA*DELETED*'){[pscustomobject]@{User=$(if($name){$name.InnerText}else{''});Domain=$(if($domain){$domain.InnerText}else{''});Path=$path;Sddl=$sddl}}
      }
    }catch{$missed+=$_}}}`,
  policies: `
    foreach($file in Get-ChildItem -Path ${policyFolders} -Filter '*.xml' -Recurse -ErrorAction SilentlyContinue -ErrorVariable missed){try{
      $content=[xml][IO.File]::ReadAllText($file.FullName);
      foreach($node in $content.SelectNodes('//*[@cpassword!='''']')){
        $name=@('newName','userName','runAs','accountName' | ForEach-Object {$node.GetAttribute($_)} | Where-Object {$_})[0];
        [pscustomobject]@{User=[string]$name;Domain='';Path=$file.FullName;Sddl=(Get-Acl -LiteralPath $file.FullName).Sddl}
      }
    }catch{$missed+=$_}}`,
});

const kinds = { logon: "automatic_logon", answers: "answer_file", policies: "group_policy" };

export function parseWindowsSavedPasswords(printed: string): Collected {
  const answer = readAnswer(printed);
  const identities = ordinaryIdentities(answer);
  const accounts = answer.required("accounts");
  const administrator = text(
    accounts.find(({ SID }) => /^S-1-5-21-.*-500$/.test(text(SID) ?? ""))?.Name ?? null,
  );
  const rows = Object.entries(kinds).flatMap(([query, kind]) =>
    answer
      .optional(query)
      .flatMap((saved) => savedRows(saved, { kind, identities, administrator })),
  );
  answer.needsAdministrator("files that only administrators can read");
  return { rows, gaps: answer.gaps };
}

/** A password for the built-in administrator names no account. */
function savedRows(
  saved: Fields,
  {
    kind,
    identities,
    administrator,
  }: { kind: string; identities: Identity[]; administrator: string | null },
): Row[] {
  const list = parseSddl(filled(saved.Sddl) ?? "");
  const common = {
    kind,
    path: text(saved.Path),
    target_user: bareName(filled(saved.User)) ?? administrator,
    target_domain: filled(saved.Domain) ?? domainOf(filled(saved.User)),
    in_use: kind === "automatic_logon" ? flag(saved.On) : null,
  };
  const readers = identities.filter(({ sids }) => {
    const rights = list && accessOf(list, sids);
    return rights?.read || rights?.own;
  });
  return readers.length === 0
    ? [{ ...common, username: null, uid: null }]
    : readers.map(({ username, uid }) => ({ ...common, username, uid }));
}

const domainOf = (user: string | null) => user?.match(/^([^\\]+)\\/)?.[1] ?? "";

/**
 * One row per password that Windows keeps in readable form and account without administrators'
 * rights that can read it; `username` is NULL where no such account can. `in_use` is 1 where Windows
 * logs in with it at every start.
 */
export const windowsSavedPasswords: CollectedTable = {
  name: "windows_saved_passwords",
  description:
    "Passwords that Windows keeps in readable form (automatic logon, answer files, Group Policy Preferences) and who can read them.",
  platforms: ["win32"],
  columns: {
    kind: "TEXT",
    path: "TEXT",
    target_user: "TEXT",
    target_domain: "TEXT",
    in_use: "INTEGER",
    username: "TEXT",
    uid: "BIGINT",
  },
  collect: collectWith(windowsSavedPasswordsScript, parseWindowsSavedPasswords),
};
