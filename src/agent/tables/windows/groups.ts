import type { Collected } from "../table.ts";
import { readAnswer } from "./answer.ts";
import { collectWith, powershellScript } from "./powershell.ts";
import { relativeId, signed, text } from "./values.ts";

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

export const collectGroups = collectWith(groupsScript, parseGroups);
