import type { Collected } from "../../model/table.ts";
import { leafOf } from "../../powershell/account-names.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { ownerNames, profilesQuery, reportClosedHives } from "../../powershell/user-hives.ts";
import { type Fields, filled, text, whole } from "../../powershell/values.ts";

const hives = ["HKEY_LOCAL_MACHINE", "HKEY_USERS\\*"];
const windows = "Microsoft\\Windows\\CurrentVersion";
const runKeys = hives.flatMap((hive) => [
  `${hive}\\SOFTWARE\\${windows}\\Run*`,
  `${hive}\\SOFTWARE\\WOW6432Node\\${windows}\\Run*`,
  `${hive}\\SOFTWARE\\${windows}\\Policies\\Explorer\\Run`,
]);
const approvedKeys = hives.map(
  (hive) => `${hive}\\SOFTWARE\\${windows}\\Explorer\\StartupApproved\\*`,
);
const startup = "Microsoft\\Windows\\Start Menu\\Programs\\Startup";

const valuesOf = (keys: string[], value: string) =>
  `Get-Item -Path ${keys.map((key) => `'Registry::${key}'`).join(",")} -ErrorAction SilentlyContinue -ErrorVariable missed | ForEach-Object {
    $key=$_;
    foreach($name in $key.GetValueNames()){[pscustomobject]@{Key=$key.Name;Name=$name;${value}}}
  }`;

export const startupItemsScript = powershellScript({
  run: valuesOf(runKeys, "Data=[string]$key.GetValue($name)"),
  approved: valuesOf(approvedKeys, "State=@($key.GetValue($name))[0] -as [int]"),
  profiles: profilesQuery,
  files: `$folders=@(@{Owner='SYSTEM';Path=$env:ProgramData+'\\${startup}'});
    foreach($profile in $seen['profiles']){$folders+=@{Owner=$profile.SID;Path=$profile.LocalPath+'\\AppData\\Roaming\\${startup}'}};
    foreach($folder in $folders){
      try{
        if(Test-Path -LiteralPath $folder.Path){
          Get-ChildItem -LiteralPath $folder.Path -Force -File | Where-Object {$_.Name -ne 'desktop.ini'} | ForEach-Object {[pscustomobject]@{Owner=$folder.Owner;Folder=$folder.Path;Name=$_.Name;Path=$_.FullName}}
        }
      }catch{$missed+=$_}
    }`,
});

/**
 * As in osquery: the whole command is in `path`, and the machine's own items have the name SYSTEM.
 */
export function parseStartupItems(printed: string): Collected {
  const answer = readAnswer(printed);
  const run = answer.required("run").filter(({ Name }) => filled(Name));
  const profiles = answer.optional("profiles", ["username"]);
  const owners = ownerNames(profiles);
  const switchedOff = disabledItems(answer.optional("approved", ["status"]));
  const items = [...run.map(registryItem), ...answer.optional("files").map(fileItem)];
  reportClosedHives(answer, profiles);
  const rows = items.map(({ sid, list, ...item }) => ({
    ...item,
    type: "Startup Item",
    status: switchedOff.has(switchOf(sid, list, item.name)) ? "disabled" : "enabled",
    username: sid === null ? "SYSTEM" : (owners.get(sid) ?? null),
  }));
  return { rows, gaps: answer.gaps };
}

/** `sid` is the owner's, null for the machine; `list` is where Task Manager stores its switch. */
interface Item {
  name: string | null;
  path: string | null;
  source: string | null;
  sid: string | null;
  list: "Run" | "Run32" | "StartupFolder";
}

function registryItem({ Key, Name, Data }: Fields): Item {
  const source = text(Key);
  const list = /\\WOW6432Node\\/i.test(source ?? "") ? "Run32" : "Run";
  return { name: text(Name), path: text(Data), source, sid: sidOf(source), list };
}

function fileItem({ Owner, Folder, Name, Path }: Fields): Item {
  const owner = text(Owner);
  return {
    name: text(Name),
    path: text(Path),
    source: text(Folder),
    sid: owner === "SYSTEM" ? null : owner,
    list: "StartupFolder",
  };
}

/** HKEY_USERS\S-1-5-21-…\… belongs to a user. */
const sidOf = (key: string | null) =>
  /^HKEY_USERS\\([^\\]+)\\/i.exec(key?.slice(0, 300) ?? "")?.[1] ?? null;

/** Disabled items by owner: their first byte is odd (03), otherwise even (02, 06). */
function disabledItems(approved: Fields[]): Set<string> {
  const off = approved.filter(({ State }) => ((whole(State) ?? 0) & 1) === 1);
  return new Set(
    off.map(({ Key, Name }) => switchOf(sidOf(text(Key)), leafOf(text(Key)), text(Name))),
  );
}

const switchOf = (sid: string | null, list: string | null, name: string | null) =>
  [sid, list, name].join("\\").toLowerCase();

export const collectWindows = collectWith(startupItemsScript, parseStartupItems);
