import { type Gap, TableUnavailable } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";

const lists = "/var/lib/apt/lists";

/** Older lists don't show the updates of since then. */
const maxListDays = 30;

/** Simulates an upgrade, of held packages too: no lock, no cache write, no download. */
const simulate = [
  "-s",
  "-q",
  "--ignore-hold",
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
    const fetched = releaseLists(read);
    if (fetched.length === 0)
      throw new TableUnavailable("table_missing", `${lists}: no package lists were fetched`);
    const lists_time = Math.max(...fetched.map(({ time }) => time));
    const { stdout, exitCode } = await host.run("apt-get", simulate);
    if (exitCode !== 0)
      throw new TableUnavailable("error", `apt-get -s exited with code ${exitCode}`);
    const rows = parseUpgrades(stdout).map((row) => ({ ...row, lists_time }));
    return { rows, gaps: [...read.gaps, ...unknownUpdates(fetched, host.now())] };
  },
};

interface ReleaseList {
  name: string;
  /** Epoch seconds of its fetch. */
  time: number;
}

function releaseLists(read: GapReader): ReleaseList[] {
  return read
    .list(lists)
    .filter((name) => /_(In)?Release$/.test(name))
    .map((name) => ({
      name,
      time: Math.floor(read.host.stat(`${lists}/${name}`).mtimeMs / 1000),
    }));
}

/** What the lists can't show. */
function unknownUpdates(fetched: ReleaseList[], nowMs: number): Gap[] {
  const newest = Math.max(...fetched.map(({ time }) => time));
  const days = Math.floor((nowMs / 1000 - newest) / 86_400);
  if (days > maxListDays)
    return [{ reason: "error", detail: `${lists}: the package lists are ${days} days old` }];
  if (fetched.some(({ name }) => /security/i.test(name))) return [];
  return [{ reason: "table_missing", detail: `${lists}: no list of a security archive` }];
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
