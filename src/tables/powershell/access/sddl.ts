/** An entry of an access list that applies to the object itself. */
export interface AccessEntry {
  allow: boolean;
  mask: number;
  sid: string;
}

/** A security descriptor; `entries` null without an access list, which lets everybody in. */
export interface SecurityDescriptor {
  owner: string | null;
  entries: AccessEntry[] | null;
}

/**
 * Parses a security descriptor in SDDL (MS-DTYP 2.5.1); null if it is none. Entries with a condition
 * allow nothing here: whether the condition holds is not evaluated.
 */
export function parseSddl(text: string): SecurityDescriptor | null {
  const parts = new Map(
    [...text.matchAll(/([OGDS]):((?:\([^()]*(?:\([^()]*\)[^()]*)*\)|(?![OGDS]:)[^()])*)/g)].map(
      ([, name = "", value = ""]) => [name, value.trim()],
    ),
  );
  if (parts.size === 0) return null;
  const list = parts.get("D");
  return {
    owner: parts.has("O") ? sidOf(parts.get("O")!) : null,
    entries:
      list === undefined || /^[A-Z]*NO_ACCESS_CONTROL/.test(list)
        ? null
        : [...list.matchAll(/\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)].flatMap(([, entry = ""]) =>
            entryOf(entry),
          ),
  };
}

function entryOf(text: string): AccessEntry[] {
  const [type = "", flags = "", rights = "", , , trustee = "", condition] = text.split(";");
  const kind = /^(?:O|X|ZA)?([AD])$/.exec(type)?.[1];
  const isInherited = flags.match(/../g)?.includes("IO") ?? false;
  if (!kind || isInherited || (kind === "A" && condition !== undefined)) return [];
  return [{ allow: kind === "A", mask: maskOf(rights), sid: sidOf(trustee) }];
}

const named: Record<string, number> = {
  GA: 0x10000000,
  GX: 0x20000000,
  GW: 0x40000000,
  GR: 0x80000000,
  SD: 0x10000,
  RC: 0x20000,
  WD: 0x40000,
  WO: 0x80000,
  CC: 0x1,
  DC: 0x2,
  LC: 0x4,
  SW: 0x8,
  RP: 0x10,
  WP: 0x20,
  DT: 0x40,
  LO: 0x80,
  CR: 0x100,
  FA: 0x1f01ff,
  FR: 0x120089,
  FW: 0x120116,
  FX: 0x1200a0,
  KA: 0xf003f,
  KR: 0x20019,
  KW: 0x20006,
  KX: 0x20019,
};

function maskOf(rights: string): number {
  if (/^0x[0-9a-f]{1,8}$/i.test(rights)) return Number(rights) >>> 0;
  if (/^\d{1,10}$/.test(rights)) return Number(rights) >>> 0;
  const parts = rights.match(/../g) ?? [];
  return parts.reduce((mask, part) => (mask | (named[part] ?? 0)) >>> 0, 0);
}

/** SDDL's short names of well-known accounts and groups. */
const wellKnown: Record<string, string> = {
  WD: "S-1-1-0",
  CO: "S-1-3-0",
  CG: "S-1-3-1",
  OW: "S-1-3-4",
  NU: "S-1-5-2",
  IU: "S-1-5-4",
  SU: "S-1-5-6",
  AN: "S-1-5-7",
  AU: "S-1-5-11",
  RC: "S-1-5-12",
  SY: "S-1-5-18",
  LS: "S-1-5-19",
  NS: "S-1-5-20",
  BA: "S-1-5-32-544",
  BU: "S-1-5-32-545",
  BG: "S-1-5-32-546",
  PU: "S-1-5-32-547",
  AO: "S-1-5-32-548",
  SO: "S-1-5-32-549",
  PO: "S-1-5-32-550",
  BO: "S-1-5-32-551",
  RE: "S-1-5-32-552",
  RD: "S-1-5-32-555",
  NO: "S-1-5-32-556",
  AC: "S-1-15-2-1",
};

const sidOf = (text: string) => wellKnown[text] ?? text;
