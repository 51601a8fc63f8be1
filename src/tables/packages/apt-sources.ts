import { TableUnavailable } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { type AptSource, parseOneLineSources, parseStanzaSources } from "../parsers/apt-sources.ts";
import { parseDeb822 } from "../parsers/deb822.ts";

const lists = "/var/lib/apt/lists";

/**
 * One row per suite of a repository, from both styles of sources.list(5), with its Release file's
 * data.
 */
export const aptSources: CollectedTable = {
  name: "apt_sources",
  description: "APT repositories, whether they are enabled and their signatures checked.",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    source: "TEXT",
    base_uri: "TEXT",
    release: "TEXT",
    version: "TEXT",
    maintainer: "TEXT",
    components: "TEXT",
    architectures: "TEXT",
    type: "TEXT",
    enabled: "INTEGER",
    gpgcheck: "INTEGER",
    signed_by: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    if (!host.exists("/etc/apt"))
      throw new TableUnavailable("table_missing", "/etc/apt: not found");
    const rows = sourceFiles(read).flatMap((path) => {
      const text = read.text(path) ?? "";
      const parse = path.endsWith(".sources") ? parseStanzaSources : parseOneLineSources;
      return parse(text).map((source) => describe(read, { path, source }));
    });
    return { rows, gaps: read.gaps };
  },
};

function sourceFiles(read: GapReader): string[] {
  const folder = "/etc/apt/sources.list.d";
  const parts = read.list(folder).filter((name) => /\.(list|sources)$/.test(name));
  return ["/etc/apt/sources.list", ...parts.map((name) => `${folder}/${name}`)];
}

function describe(read: GapReader, { path, source }: { path: string; source: AptSource }) {
  const release = readRelease(read, source);
  return {
    name: `${source.base_uri} ${source.release}`,
    source: path,
    ...source,
    version: release?.get("version"),
    maintainer: release?.get("origin"),
    architectures: source.architectures || release?.get("architectures"),
  };
}

/** APT names downloaded files after the address, with slashes as underscores. */
function readRelease(read: GapReader, source: AptSource) {
  const address = source.base_uri.replace(/^[a-z+]+:\/\//, "").replace(/\/+$/, "");
  const stem = `${lists}/${`${address}/dists/${source.release}`.replaceAll("/", "_")}`;
  const text = read.text(`${stem}_InRelease`) ?? read.text(`${stem}_Release`);
  return text === undefined ? undefined : parseDeb822(text).find((part) => part.has("suite"));
}
