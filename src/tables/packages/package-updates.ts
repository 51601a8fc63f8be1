import { TableUnavailable } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";

const lists = "/var/lib/apt/lists";

/** Simulates an upgrade: no lock, no cache write, no download. */
const simulate = [
  "-s",
  "-q",
  "-o",
  "Debug::NoLocking=true",
  "-o",
  "Dir::Cache::pkgcache=",
  "-o",
  "Dir::Cache::srcpkgcache=",
  "dist-upgrade",
];

/** One row per package with a newer version, by the package lists APT fetched last. */
export const packageUpdates: CollectedTable = {
  name: "package_updates",
  description:
    "Packages with a newer version available, by the latest package lists (Debian, Ubuntu).",
  platforms: ["linux"],
  columns: {
    name: "TEXT",
    installed_version: "TEXT",
    available_version: "TEXT",
    security: "INTEGER",
    origin: "TEXT",
    arch: "TEXT",
    lists_time: "BIGINT",
  },
  async collect(host) {
    const read = gapReader(host);
    const lists_time = newestList(read);
    if (lists_time === undefined)
      throw new TableUnavailable("table_missing", `${lists}: no package lists were fetched`);
    const { stdout, exitCode } = await host.run("apt-get", simulate);
    if (exitCode !== 0)
      throw new TableUnavailable("error", `apt-get -s exited with code ${exitCode}`);
    return { rows: parseUpgrades(stdout).map((row) => ({ ...row, lists_time })), gaps: read.gaps };
  },
};

function newestList(read: GapReader): number | undefined {
  const times = read
    .list(lists)
    .filter((name) => /_(In)?Release$/.test(name))
    .map((name) => Math.floor(read.host.stat(`${lists}/${name}`).mtimeMs / 1000));
  return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * "Inst NAME [INSTALLED] (AVAILABLE ORIGIN… [ARCH])"; without [INSTALLED] it is a new package, not
 * an update.
 */
export function parseUpgrades(text: string) {
  return text.split("\n").flatMap((line) => {
    const match = /^Inst (\S+) \[([^\]]+)\] \((\S+) (.*?) \[([^\]]+)\]\)/.exec(line);
    if (!match) return [];
    const [, name, installed_version, available_version, origin, arch] = match;
    const security = /security/i.test(origin!) ? 1 : 0;
    return [{ name, installed_version, available_version, security, origin, arch }];
  });
}
