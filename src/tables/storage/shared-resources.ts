import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { listOptional, readOptional } from "../host/read-optional.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parseExports } from "../parsers/nfs-exports.ts";
import { isYes, parseSmbConf, type SmbSection } from "../parsers/smb-conf.ts";

/** One share a row, for NFS one for each kind of client; `clients` is "*" for everyone. */
export const sharedResources: CollectedTable = {
  name: "shared_resources",
  description: "Folders this host is configured to share over NFS or SMB.",
  platforms: ["linux"],
  columns: { name: "TEXT", path: "TEXT", type: "TEXT", options: "TEXT", clients: "TEXT" },
  collect(host) {
    const gaps: Gap[] = [];
    return { rows: [...nfsShares(host, gaps), ...smbShares(host, gaps)], gaps };
  },
};

function nfsShares(host: Host, gaps: Gap[]): Row[] {
  const folder = "/etc/exports.d";
  const more = listOptional(host, folder, gaps).filter((name) => /^[^.].*\.exports$/.test(name));
  const files = ["/etc/exports", ...more.map((name) => `${folder}/${name}`)];
  return files.flatMap((file) =>
    parseExports(readOptional(host, file, gaps) ?? "").map(({ path, options, client }) => ({
      name: path,
      path,
      type: "nfs",
      options,
      clients: client,
    })),
  );
}

function smbShares(host: Host, gaps: Gap[]): Row[] {
  const file = "/etc/samba/smb.conf";
  const sections = parseSmbConf(readOptional(host, file, gaps) ?? "");
  const isGlobal = (section: SmbSection) => section.name.toLowerCase() === "global";
  const global = sections.find(isGlobal);
  if (sections.some(({ parameters }) => parameters.has("include")))
    gaps.push({ reason: "error", detail: `${file}: files it includes are not read` });
  return sections.filter((section) => !isGlobal(section)).map((section) => smbRow(section, global));
}

/** Parameters of [global] hold for every share that doesn't set them. */
function smbRow({ name, parameters }: SmbSection, global: SmbSection | undefined): Row {
  const value = (key: string) => parameters.get(key) ?? global?.parameters.get(key);
  const options = [
    isYes(value("readonly") ?? "yes") ? "ro" : "rw",
    isYes(value("guestok")) ? "guest" : undefined,
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
    clients: value("hostsallow") ?? "*",
  };
}
