import { isLoading } from "../../../../commands/loaded-files.ts";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import type { DiskUnit } from "../../../../services/systemd/units-on-disk.ts";

/** The files from which systemd reads a unit's variables. */
export const environmentFiles = (read: GapReader, { settings }: DiskUnit): string[] =>
  (settings.get("Service.EnvironmentFile") ?? [])
    .map((path) => path.replace(/^-/, ""))
    .filter((path) => path.startsWith("/") && !path.includes("%"))
    .flatMap((path) => (/[*?[]/.test(path) ? expandGlob(read, path) : [path]));

/** An assignment of a unit's setting or file, in quotes or not. */
const assignments =
  /(?:^|\s)(?:"(\w+)=([^"]*)"|'(\w+)=([^']*)'|(\w+)=(?:"([^"]*)"|'([^']*)'|(\S*)))/gm;

/** The variables of a unit by which its programs load files. */
export function variablesOf(read: GapReader, unit: DiskUnit): ReadonlyMap<string, string> {
  const texts = [
    ...(unit.settings.get("Service.Environment") ?? []),
    ...environmentFiles(read, unit).map((path) =>
      (read.text(path) ?? "").replace(/^\s*[#;].*$/gm, ""),
    ),
  ];
  const variables = new Map<string, string>();
  for (const text of texts)
    for (const [, a, b, c, d, e, f, g, h] of text.matchAll(assignments)) {
      const name = (a ?? c ?? e)!;
      if (isLoading(name)) variables.set(name, b ?? d ?? f ?? g ?? h ?? "");
    }
  const unset = (unit.settings.get("Service.UnsetEnvironment") ?? []).join(" ").split(/\s+/);
  for (const name of unset) variables.delete(name);
  return variables;
}
