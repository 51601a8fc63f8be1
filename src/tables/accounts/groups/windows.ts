import type { Collected } from "../../model/table.ts";
import { readAnswer } from "../../powershell/answer.ts";
import { collectWith, powershellScript } from "../../powershell/powershell.ts";
import { relativeId, signed, text } from "../../powershell/values.ts";

export const groupsScript = powershellScript({
  groups:
    "Get-CimInstance Win32_Group -Filter 'LocalAccount=True' | Select-Object Name,SID,Description",
});

export function parseGroups(printed: string): Collected {
  const answer = readAnswer(printed);
  const rows = answer.required("groups").map(({ Name, SID, Description }) => {
    const gid = relativeId(text(SID));
    return {
      gid,
      gid_signed: signed(gid),
      groupname: text(Name),
      comment: text(Description) ?? "",
      group_sid: text(SID),
    };
  });
  return { rows, gaps: answer.gaps };
}

export const collectWindows = collectWith(groupsScript, parseGroups);
