import { type Gap, TableUnavailable } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { parsePlist } from "../host/read-plist.ts";
import { requiredOutput } from "../host/tool-output.ts";
import { dictsOf, type PlistDict, PlistError, textsOf } from "../parsers/plist/values.ts";

/** An account of the local directory. */
export interface DirectoryUser {
  name: string;
  uid: number;
  gid: number;
  realName: string;
  home: string;
  shell: string;
  uuid: string;
  hidden: boolean;
  enabled: boolean;
}

/** A group of the local directory, with its members as recorded. */
export interface DirectoryGroup {
  name: string;
  gid: number;
  realName: string;
  hidden: boolean;
  /** Account names. */
  members: string[];
  /** UUIDs of member accounts. */
  memberIds: string[];
  /** UUIDs of nested groups. */
  nested: string[];
  uuid: string;
}

export interface Directory<Entry> {
  entries: Entry[];
  gaps: Gap[];
}

const userArgs = [
  ..."-plist . -readall /Users RecordName UniqueID PrimaryGroupID RealName".split(" "),
  ..."NFSHomeDirectory UserShell GeneratedUID IsHidden AuthenticationAuthority".split(" "),
];
const groupArgs = [
  ..."-plist . -readall /Groups RecordName PrimaryGroupID RealName IsHidden".split(" "),
  ..."GroupMembership GroupMembers NestedGroups GeneratedUID".split(" "),
];

export const readUsers = async (host: Host): Promise<Directory<DirectoryUser>> =>
  parseUsers(await requiredOutput(host, "dscl", userArgs));

export const readGroups = async (host: Host): Promise<Directory<DirectoryGroup>> =>
  parseGroups(await requiredOutput(host, "dscl", groupArgs));

/** Accounts from `dscl -plist . -readall /Users …`. */
export const parseUsers = (text: string): Directory<DirectoryUser> =>
  parseRecords(text, (record) => {
    const name = first(record, "RecordName");
    const uid = idOf(first(record, "UniqueID"));
    // Open Directory treats a record without a primary group as a member of "staff".
    const gid = idOf(first(record, "PrimaryGroupID") ?? "20");
    if (name === undefined || uid === undefined || gid === undefined) return undefined;
    return {
      name,
      uid,
      gid,
      realName: first(record, "RealName") ?? "",
      home: first(record, "NFSHomeDirectory") ?? "",
      shell: first(record, "UserShell") ?? "",
      uuid: first(record, "GeneratedUID") ?? "",
      hidden: isYes(first(record, "IsHidden")),
      enabled: canAuthenticate(values(record, "AuthenticationAuthority")),
    };
  });

/** Groups from `dscl -plist . -readall /Groups …`. */
export const parseGroups = (text: string): Directory<DirectoryGroup> =>
  parseRecords(text, (record) => {
    const name = first(record, "RecordName");
    const gid = idOf(first(record, "PrimaryGroupID"));
    if (name === undefined || gid === undefined) return undefined;
    return {
      name,
      gid,
      realName: first(record, "RealName") ?? "",
      hidden: isYes(first(record, "IsHidden")),
      members: values(record, "GroupMembership"),
      memberIds: values(record, "GroupMembers"),
      nested: values(record, "NestedGroups"),
      uuid: first(record, "GeneratedUID") ?? "",
    };
  });

function parseRecords<Entry extends { name: string }>(
  text: string,
  read: (record: PlistDict) => Entry | undefined,
): Directory<Entry> {
  const records = dictsOf(parseList(text));
  const entries = records.flatMap((record) => read(record) ?? []);
  const unread = records.length - entries.length;
  if (records.length === 0) throw new TableUnavailable("error", "dscl: no records in its output");
  if (unread === 0) return { entries, gaps: [] };
  return { entries, gaps: [{ reason: "error", detail: `dscl: ${unread} records without an id` }] };
}

function parseList(text: string) {
  try {
    return parsePlist(text);
  } catch (error) {
    if (error instanceof PlistError) throw new TableUnavailable("error", `dscl: ${error.message}`);
    throw error;
  }
}

/** Attribute names may carry a namespace prefix. */
const values = (record: PlistDict, attribute: string): string[] =>
  textsOf(record.get(`dsAttrTypeStandard:${attribute}`) ?? record.get(attribute)).concat(
    textsOf(record.get(`dsAttrTypeNative:${attribute}`)),
  );

const first = (record: PlistDict, attribute: string): string | undefined =>
  values(record, attribute)[0];

const isYes = (text = "") => /^(1|yes|true)$/i.test(text);

/** A signed or unsigned 32-bit id: nobody is "-2". */
function idOf(text = ""): number | undefined {
  const id = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return id >= -0x8000_0000 && id <= 0xffff_ffff ? id >>> 0 : undefined;
}

/** Service accounts have no authentication authority; disabled accounts are marked. */
const canAuthenticate = (authorities: string[]) =>
  authorities.length > 0 && !authorities.some((authority) => authority.includes(";DisabledUser;"));

/** "root", "system" (services) or "user" (people): uids of people start at 500, nobody is -2. */
export function accountType(uid: number): "root" | "system" | "user" {
  if (uid === 0) return "root";
  return uid >= 500 && uid < 0x8000_0000 ? "user" : "system";
}
