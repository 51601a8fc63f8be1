import type { Collected } from "../../model/table.ts";
import { memberType } from "../../powershell/account-names.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { relativeId, text } from "../../powershell/values.ts";

/** Uses ADSI: Get-LocalGroupMember fails for a whole group when one member was deleted. */
export const membersQuery = `foreach($group in Get-CimInstance Win32_Group -Filter 'LocalAccount=True'){
    try{
      foreach($member in ([ADSI]('WinNT://./'+$group.Name+',group')).Invoke('Members')){
        $entry=[ADSI]$member;
        [pscustomobject]@{
          Group=$group.Name;
          GroupSID=$group.SID;
          Name=[string]$entry.Name;
          Class=[string]$entry.SchemaClassName;
          SID=(New-Object Security.Principal.SecurityIdentifier ([byte[]]$entry.objectSid.Value),0).Value
        }
      }
    }catch{$missed+=$_}
  }`;

export const userGroupsScript = powershellScript({ members: membersQuery });

/** Nested groups are rows too: Domain Admins in Administrators shows who controls this machine. */
export function parseUserGroups(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows = answer.required("members").map(({ Group, GroupSID, Name, Class, SID }) => ({
    uid: relativeId(text(SID)),
    gid: relativeId(text(GroupSID)),
    username: text(Name),
    groupname: text(Group),
    user_type: memberType(text(SID), text(Class)),
  }));
  return { rows, gaps: answer.gaps };
}

export const collectWindows = collectWith(userGroupsScript, parseUserGroups);
