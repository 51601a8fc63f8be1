import { gapOf } from "../host/gap.ts";
import type { GapReader } from "../host/gap-reader.ts";

const infoFolder = "/var/lib/dpkg/info";
const maxListBytes = 16 << 20;

/**
 * The package of each path; paths without a package are absent. A gap when neither dpkg nor rpm is
 * available.
 */
export async function findPackageOwners(
  read: GapReader,
  paths: string[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const readPackage = read.forColumns(["package"]);
  if (read.host.exists(infoFolder)) return searchFileLists(read, paths);
  try {
    const { stdout } = await read.host.run("rpm", ["-qf", "--qf", "%{NAME}\\n", ...paths]);
    const owners = parseRpmOwners(stdout, paths);
    if (owners) return owners;
    readPackage.report({
      reason: "error",
      detail: "packages of files: unexpected output of rpm",
    });
  } catch (error) {
    const { reason } = gapOf(error, "rpm");
    readPackage.report({ reason, detail: "packages of files: neither dpkg nor rpm is available" });
  }
  return new Map();
}

function searchFileLists(read: GapReader, paths: string[]): Map<string, string> {
  const owners = new Map<string, string>();
  const wanted = new Map(paths.flatMap((path) => spellings(path).map((other) => [other, path])));
  for (const name of read.list(infoFolder).filter((name) => name.endsWith(".list"))) {
    for (const line of read.lines(`${infoFolder}/${name}`, maxListBytes)) {
      const path = wanted.get(line);
      if (path) owners.set(path, name.replace(/(:[^:]+)?\.list$/, ""));
    }
  }
  return owners;
}

/** /bin, /sbin and /lib may be links into /usr, so file lists may have either path. */
function spellings(path: string): string[] {
  if (/^\/usr\/(bin|sbin|lib\w*)\//.test(path)) return [path, path.slice("/usr".length)];
  return /^\/(bin|sbin|lib\w*)\//.test(path) ? [path, `/usr${path}`] : [path];
}

/**
 * One line per path, in order: a package name, or a sentence when there is none. Undefined when a
 * file with two packages shifts the lines.
 */
export function parseRpmOwners(text: string, paths: string[]): Map<string, string> | undefined {
  const lines = text.trimEnd().split("\n");
  if (lines.length !== paths.length) return undefined;
  const pairs = paths.map((path, index) => [path, lines[index]!] as const);
  return new Map(pairs.filter(([, owner]) => !owner.includes(" ")));
}
