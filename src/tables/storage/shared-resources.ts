import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import {
  exportRights,
  type NfsExport,
  parseExports,
  splitFlavours,
} from "../parsers/nfs-exports.ts";
import { isYes, type SmbSection } from "../parsers/smb-conf.ts";
import { readSmbConf } from "./read-smb-conf.ts";

/** One row per share, for NFS one per set of clients; `clients` is "*" for everyone. */
export const sharedResources: CollectedTable = {
  name: "shared_resources",
  description: "Folders this host is configured to share over NFS or SMB.",
  platforms: ["linux"],
  columns: { name: "TEXT", path: "TEXT", type: "TEXT", options: "TEXT", clients: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    return { rows: [...nfsShares(read), ...smbShares(read)], gaps: read.gaps };
  },
};

/** What mountd goes by: what `exportfs` read from the files when it last ran, or was given by hand. */
const exportTable = "/var/lib/nfs/etab";

function nfsShares(read: GapReader): Row[] {
  const folder = "/etc/exports.d";
  const more = read.list(folder).filter((name) => /^[^.].*\.exports$/.test(name));
  const files = ["/etc/exports", ...more.map((name) => `${folder}/${name}`)];
  const entries = files.flatMap((file) => parseExports(read.text(file) ?? ""));
  const configured = withoutRepeats(entries).flatMap(splitFlavours);
  const rights = new Set(configured.map(exportRights));
  const active = parseExports(read.text(exportTable) ?? "").flatMap(splitFlavours);
  return [...configured, ...active.filter((one) => !rights.has(exportRights(one)))].map(nfsRow);
}

/** Of several entries for a path and a client the first one holds (exportfs ignores the others). */
function withoutRepeats(entries: NfsExport[]): NfsExport[] {
  const byClient = new Map<string, NfsExport>();
  for (const one of entries.toReversed()) byClient.set(`${one.path}\n${one.client}`, one);
  return entries.filter((one) => byClient.get(`${one.path}\n${one.client}`) === one);
}

const nfsRow = ({ path, options, client }: NfsExport): Row => ({
  name: path,
  path,
  type: "nfs",
  options,
  clients: client,
});

function smbShares(read: GapReader): Row[] {
  const sections = readSmbConf(read);
  const isGlobal = (section: SmbSection) => section.name.toLowerCase() === "global";
  const global = sections.find(isGlobal);
  return sections
    .filter((section) => !isGlobal(section))
    .map((section) => smbRow(section.name, parameterOf(section, sections, global)));
}

type Parameter = (key: string) => string | undefined;

/** A share's own value, or that of the share it copies, or the default in [global]. */
function parameterOf(section: SmbSection, sections: SmbSection[], global?: SmbSection): Parameter {
  const copied = section.parameters.get("copy")?.toLowerCase();
  const source = sections.find(({ name }) => name.toLowerCase() === copied);
  return (key) =>
    section.parameters.get(key) ?? source?.parameters.get(key) ?? global?.parameters.get(key);
}

function smbRow(name: string, value: Parameter): Row {
  const options = [
    isYes(value("readonly") ?? "yes") ? "ro" : "rw",
    isYes(value("guestok")) && admitsGuests(value) ? "guest" : undefined,
    isYes(value("guestonly")) ? "guest_only" : undefined,
    isYes(value("printable")) ? "printable" : undefined,
    isYes(value("browseable") ?? "yes") ? undefined : "hidden",
    isYes(value("available") ?? "yes") ? undefined : "unavailable",
  ];
  return {
    name,
    path: value("path") ?? null,
    type: "smb",
    options: options.filter((option) => option !== undefined).join(","),
    clients: smbClients(value),
  };
}

/** Guests act as the guest account, which a list of valid users has to name. */
function admitsGuests(value: Parameter): boolean {
  const guest = (value("guestaccount") ?? "nobody").toLowerCase();
  const names = (key: string) =>
    (value(key) ?? "")
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean);
  const valid = names("validusers");
  return (valid.length === 0 || valid.includes(guest)) && !names("invalidusers").includes(guest);
}

/** An address in neither list is let in if there is a list of denied ones, or none at all. */
function smbClients(value: Parameter): string {
  const [allowed, denied] = [value("hostsallow"), value("hostsdeny")];
  if (!denied) return allowed ?? "*";
  if (/^(?:all|\*|0\.0\.0\.0\/0)$/i.test(denied)) return allowed || "127.0.0.1";
  return `* EXCEPT ${denied}`;
}
