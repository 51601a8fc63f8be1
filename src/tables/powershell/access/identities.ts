import type { Answer } from "../answer.ts";
import { type Fields, flag, relativeId, text } from "../values.ts";

/** An enabled account of the machine that is no administrator, with all its identifiers. */
export interface Identity {
  username: string;
  uid: number | null;
  sids: ReadonlySet<string>;
}

/** The query must be named "accounts" for `ordinaryIdentities`. */
export const accountsQuery =
  "Get-CimInstance Win32_UserAccount -Filter 'LocalAccount=True' | Select-Object Name,SID,Disabled";

const administrators = "S-1-5-32-544";
const guest = 501;

/** Everyone, Authenticated Users: who has any session, however it began. */
const ofEverybody = ["S-1-1-0", "S-1-5-11"];

/**
 * The accounts whose rights matter: local ones, and those of a domain that are in a local group. The
 * session of a person also has INTERACTIVE, which a session over the network lacks: it is left out.
 */
export function ordinaryIdentities(answer: Answer): Identity[] {
  const members = answer.optional("members");
  const groups = groupsByMember(members);
  const local = answer
    .required("accounts")
    .filter(({ Disabled }) => flag(Disabled) !== 1)
    .map(({ Name, SID }) => ({ name: text(Name), sid: text(SID) }));
  const known = new Set(answer.required("accounts").map(({ SID }) => text(SID)));
  const others = members
    .filter(({ SID, Class }) => text(Class) === "User" && isAccount(text(SID)))
    .map(({ Name, SID }) => ({ name: text(Name), sid: text(SID) }))
    .filter(({ sid }) => !known.has(sid));
  const bySid = new Map([...local, ...others].map((one) => [one.sid, one]));
  return [...bySid.values()].flatMap(({ name, sid }) => {
    if (!name || !sid || relativeId(sid) === guest) return [];
    const sids = closureOf([sid, ...ofEverybody], groups);
    return sids.has(administrators) ? [] : [{ username: name, uid: relativeId(sid), sids }];
  });
}

const isAccount = (sid: string | null) => /^S-1-(?:5-21|12-1)-/.test(sid ?? "");

function groupsByMember(members: Fields[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { GroupSID, SID } of members) {
    const [group, member] = [text(GroupSID), text(SID)];
    if (group && member) groups.set(member, [...(groups.get(member) ?? []), group]);
  }
  return groups;
}

function closureOf(start: string[], groups: Map<string, string[]>): Set<string> {
  const found = new Set(start);
  for (const sid of found) for (const group of groups.get(sid) ?? []) found.add(group);
  return found;
}
