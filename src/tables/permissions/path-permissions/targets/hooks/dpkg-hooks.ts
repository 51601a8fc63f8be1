import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import { isPresent } from "../../../../host/inspect.ts";
import type { Target } from "../target.ts";
import { commandHooks, hookTarget } from "./hook-target.ts";

const folder = "/etc/dpkg/dpkg.cfg.d";
const invokes = /^\s*(?:pre|post)-invoke(?:\s*=\s*|\s+)(["']?)(.*?)\1\s*$/gm;

/** dpkg's configuration, and the programs that it runs before and after its work. */
export function findDpkgHooks(read: GapReader): Target[] {
  const barred = isPresent(read.host, "/usr/bin/dpkg") ? null : "dpkg is not installed";
  const use = { detail: "dpkg", barred, awaits: "dpkg changes a package" };
  const files = [...expandGlob(read, `${folder}/*`), ...expandGlob(read, "/etc/dpkg/dpkg.cfg")];
  // dpkg passes over names with other characters
  const useOf = (path: string) =>
    path.startsWith(`${folder}/`) && !/\/[\w-]+$/.test(path)
      ? { ...use, barred: barred ?? `dpkg passes over the name of ${path}` }
      : use;
  return [
    ...[folder, ...files]
      .filter((path) => isPresent(read.host, path))
      .map((target) => hookTarget({ ...useOf(target), target })),
    ...files.flatMap((source) =>
      [...(read.text(source) ?? "").matchAll(invokes)].flatMap(([, , command]) =>
        commandHooks(read, { ...useOf(source), source }, command!),
      ),
    ),
  ];
}
