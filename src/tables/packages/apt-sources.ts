import { type Gap, TableUnavailable } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { listOptional, readOptional } from "../host/read-optional.ts";
import type { CollectedTable } from "../model/table.ts";
import { type AptSource, parseOneLineSources, parseStanzaSources } from "../parsers/apt-sources.ts";
import { parseDeb822 } from "../parsers/deb822.ts";

const lists = "/var/lib/apt/lists";

/** One suite of one repository a row, both styles of sources.list(5), with what its Release file says of it. */
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
    const gaps: Gap[] = [];
    if (!host.exists("/etc/apt"))
      throw new TableUnavailable("table_missing", "/etc/apt: not there");
    const rows = sourceFiles(host, gaps).flatMap((path) => {
      const text = readOptional(host, path, gaps) ?? "";
      const parse = path.endsWith(".sources") ? parseStanzaSources : parseOneLineSources;
      return parse(text).map((source) => describe(host, { path, source, gaps }));
    });
    return { rows, gaps };
  },
};

function sourceFiles(host: Host, gaps: Gap[]): string[] {
  const folder = "/etc/apt/sources.list.d";
  const parts = listOptional(host, folder, gaps).filter((name) => /\.(list|sources)$/.test(name));
  return ["/etc/apt/sources.list", ...parts.map((name) => `${folder}/${name}`)];
}

function describe(
  host: Host,
  { path, source, gaps }: { path: string; source: AptSource; gaps: Gap[] },
) {
  const release = readRelease(host, source, gaps);
  return {
    name: `${source.base_uri} ${source.release}`,
    source: path,
    ...source,
    version: release?.get("version"),
    maintainer: release?.get("origin"),
    architectures: source.architectures || release?.get("architectures"),
  };
}

/** APT keeps what it fetched under the address with its slashes written as underscores. */
function readRelease(host: Host, source: AptSource, gaps: Gap[]) {
  const address = source.base_uri.replace(/^[a-z+]+:\/\//, "").replace(/\/+$/, "");
  const stem = `${lists}/${`${address}/dists/${source.release}`.replaceAll("/", "_")}`;
  const text =
    readOptional(host, `${stem}_InRelease`, gaps) ?? readOptional(host, `${stem}_Release`, gaps);
  return text === undefined ? undefined : parseDeb822(text).find((part) => part.has("suite"));
}
