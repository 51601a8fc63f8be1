import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";

const main = "/etc/yum.conf";
const folder = "/etc/yum.repos.d";

/** One row per repository of yum or dnf. */
export const yumSources: CollectedTable = {
  name: "yum_sources",
  description: "Repositories of yum and dnf, whether they are enabled and signatures checked.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    source: "TEXT",
    baseurl: "TEXT",
    mirrorlist: "TEXT",
    metalink: "TEXT",
    enabled: "TEXT",
    gpgcheck: "TEXT",
    gpgkey: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const rows = sources(read).flatMap((source) =>
      parseRepositories(read.text(source) ?? "").map((repository) => ({ ...repository, source })),
    );
    return { rows, gaps: read.gaps };
  },
};

function sources(read: GapReader): string[] {
  const parts = read.list(folder).filter((name) => name.endsWith(".repo"));
  return [main, ...parts.map((name) => `${folder}/${name}`)];
}

const keys = ["baseurl", "mirrorlist", "metalink", "enabled", "gpgcheck", "gpgkey"];

/** Sections of an INI file; [main] has yum's own settings. A line that starts blank goes on with the value above. */
export function parseRepositories(text: string): Row[] {
  const sections: Map<string, string>[] = [];
  let last = "";
  for (const line of text.split("\n")) {
    const [, id] = /^\[(.+)\]\s*$/.exec(line) ?? [];
    const [, key, value] = /^(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const section = sections.at(-1);
    if (id !== undefined) sections.push(new Map([["id", id]]));
    else if (section && key !== undefined) {
      last = key.toLowerCase();
      section.set(last, value!);
    } else if (section && /^\s+[^\s#;]/.test(line))
      section.set(last, `${section.get(last) ?? ""} ${line.trim()}`.trim());
  }
  return sections
    .filter((section) => section.get("id") !== "main")
    .map((section) => ({
      name: section.get("name") ?? section.get("id"),
      ...Object.fromEntries(keys.map((key) => [key, section.get(key) ?? ""])),
    }));
}
