import { isWellKnown } from "./values.ts";

/** PowerShell expression for the account name of `$_.SID`; nothing for a deleted account. */
export const accountOfSid =
  "@{n='Account';e={(New-Object Security.Principal.SecurityIdentifier $_.SID).Translate([Security.Principal.NTAccount]).Value}}";

/** "CORP\alice" is alice. */
export const bareName = (account: string | null) => account?.split("\\").at(-1) || null;

/** The last part of a Windows path. */
export const leafOf = (path: string | null) => path?.replace(/\\+$/, "").split("\\").at(-1) || null;

/** The type of a group member: a Windows account ("system"), a group, or a user. */
export function memberType(sid: string | null, kind: string | null): string {
  if (kind?.toLowerCase() === "group") return "group";
  return sid && isWellKnown(sid) ? "system" : "user";
}
