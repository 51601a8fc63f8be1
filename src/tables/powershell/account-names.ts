import { isWellKnown } from "./values.ts";

/** PowerShell for the name of the account that `$_.SID` stands for; nothing for one that is gone. */
export const accountOfSid =
  "@{n='Account';e={(New-Object Security.Principal.SecurityIdentifier $_.SID).Translate([Security.Principal.NTAccount]).Value}}";

/** "CORP\alice" is alice. */
export const bareName = (account: string | null) => account?.split("\\").at(-1) || null;

/** The last part of a Windows path. */
export const leafOf = (path: string | null) => path?.replace(/\\+$/, "").split("\\").at(-1) || null;

/** What a member of a group is: one of Windows' own accounts, a group, or a user. */
export function memberType(sid: string | null, kind: string | null): string {
  if (kind?.toLowerCase() === "group") return "group";
  return sid && isWellKnown(sid) ? "system" : "user";
}
