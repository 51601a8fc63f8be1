import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { isPresent } from "../host/inspect.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";

const settings = "/etc/portage";

/** One row per package that the settings of portage accept, mask or unmask. */
export const portageKeywords: CollectedTable = {
  name: "portage_keywords",
  description: "Gentoo packages that portage's settings accept, mask or unmask.",
  platforms: ["linux"],
  columns: linuxColumns("portage_keywords"),
  collect(host) {
    const read = gapReader(host);
    const rows = [
      ...["package.accept_keywords", "package.keywords"].flatMap((name) =>
        entriesOf(read, name).map((entry) => ({ ...entry, mask: 0, unmask: 0 })),
      ),
      ...entriesOf(read, "package.mask").map((entry) => ({ ...entry, mask: 1, unmask: 0 })),
      ...entriesOf(read, "package.unmask").map((entry) => ({ ...entry, mask: 0, unmask: 1 })),
    ];
    return { rows, gaps: read.gaps };
  },
};

/** A file, or a folder of files. */
function entriesOf(read: GapReader, name: string): Row[] {
  const path = `${settings}/${name}`;
  if (!isPresent(read.host, path)) return [];
  const isFolder = read.attempt(path, () => read.host.stat(path).isDirectory());
  const files = isFolder ? read.list(path).map((file) => `${path}/${file}`) : [path];
  return files.flatMap((file) => read.lines(file)).flatMap(parseEntry);
}

/** ">=app-editors/vim-9.1:0 ~amd64": an atom, then keywords. */
function parseEntry(line: string): Row[] {
  const [atom = "", ...keywords] = line.replace(/#.*/, "").trim().split(/\s+/);
  const [, name, version = ""] =
    /^[<>=~!]*([\w.+*-]+\/[\w.+*-]+?)(?:-(\d[\w.*]*(?:-r\d+)?))?(?::\S*)?$/.exec(atom) ?? [];
  return name === undefined ? [] : [{ package: name, version, keyword: keywords.join(" ") }];
}
