import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** Where net-snmp's agent looks for its configuration (snmp_config(5)), in this order. */
const folders = ["/etc/snmp", "/usr/share/snmp", "/usr/lib/snmp", "/root/.snmp", "/var/lib/snmp"];
const names = ["snmpd.conf", "snmpd.local.conf"];
const wellKnown = ["public", "private"];

/** One row per community that the agent answers to; a community is a password, so only well-known ones are named. */
export const snmpAccess: CollectedTable = {
  name: "snmp_access",
  description:
    "Communities of SNMP versions 1 and 2c that snmpd's configuration admits, and from where.",
  platforms: ["linux"],
  columns: {
    /** "public" or "private"; NULL: another. */
    default_community: "TEXT",
    access: "TEXT",
    /** "default" is every address. */
    client: "TEXT",
    path: "TEXT",
    line: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const lines = folders.flatMap((folder) =>
      names.flatMap((name) => linesOf(read, `${folder}/${name}`)),
    );
    return { rows: [...directRows(lines), ...mappedRows(lines)], gaps: read.gaps };
  },
};

interface Line {
  path: string;
  line: number;
  words: string[];
}

function linesOf(read: GapReader, path: string, depth = 0): Line[] {
  return read.lines(path).flatMap((text, index) => {
    const words = [...text.replace(/#.*$/, "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
      ([, double, single, plain]) => double ?? single ?? plain!,
    );
    const [keyword = "", value = ""] = words;
    const included = depth > 4 ? [] : includedBy(read, keyword.toLowerCase(), value);
    if (included.length > 0) return included.flatMap((file) => linesOf(read, file, depth + 1));
    return keyword
      ? [{ path, line: index + 1, words: [keyword.toLowerCase(), ...words.slice(1)] }]
      : [];
  });
}

function includedBy(read: GapReader, keyword: string, value: string): string[] {
  if (keyword === "includefile") return [value.startsWith("/") ? value : `/etc/snmp/${value}`];
  return keyword === "includedir" ? expandGlob(read, `${value.replace(/\/$/, "")}/*.conf`) : [];
}

const direct: Record<string, string> = {
  rocommunity: "read",
  rocommunity6: "read",
  rwcommunity: "write",
  rwcommunity6: "write",
};

const directRows = (lines: Line[]): Row[] =>
  lines.flatMap(({ path, line, words: [keyword = "", community = "", client] }) => {
    const access = direct[keyword];
    return access
      ? [{ ...describe(community), access, client: client ?? "default", path, line }]
      : [];
  });

const describe = (community: string): Row => ({
  default_community: wellKnown.find((name) => name === community) ?? null,
});

/** com2sec names a community, group puts that name in a group, and access lets the group read or write. */
function mappedRows(lines: Line[]): Row[] {
  const of = (keyword: string) => lines.filter(({ words }) => words[0] === keyword);
  return [...of("com2sec"), ...of("com2sec6")].flatMap(({ path, line, words }) => {
    const rest = words[1] === "-Cn" ? words.slice(3) : words.slice(1);
    const [security, client, community = ""] = rest;
    const groups = of("group")
      .filter(
        ({ words: [, , model, name] }) => name === security && /^(?:v1|v2c|any)$/.test(model ?? ""),
      )
      .map(({ words: [, group] }) => group);
    const granted = of("access").filter(
      ({ words: [, group, , , level] }) =>
        groups.includes(group) && level?.toLowerCase() === "noauth",
    );
    const views = granted.map(({ words: [, , , , , , reading, writing] }) => ({
      reading,
      writing,
    }));
    if (!views.some(({ reading }) => reading && reading !== "none")) return [];
    const access = views.some(({ writing }) => writing && writing !== "none") ? "write" : "read";
    return [{ ...describe(community), access, client: client ?? "default", path, line }];
  });
}
