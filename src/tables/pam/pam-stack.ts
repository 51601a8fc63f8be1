import type { Gap } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { once } from "../host/once.ts";
import { type PamLine, parsePamFile } from "../parsers/pam-file.ts";

/** A module of a service's stack, or a substack, in PAM's order. */
export interface PamRule {
  type: string;
  control: string;
  /** Without folder and ".so": "pam_unix". */
  module: string;
  /** As written. */
  file: string;
  args: string[];
  /** "/etc/pam.d/common-auth:17". */
  source: string;
  /** The rules of a substack, which ends alone where a rule of it ends the stack. */
  substack?: PamRule[];
}

const folders = ["/etc/pam.d", "/usr/lib/pam.d", "/usr/share/pam.d"];
const maxDepth = 16;

/** The rules of one type of a service, with included files in place; without any, those of "other". */
export function pamStack(
  read: GapReader,
  { service, type }: { service: string; type: string },
): PamRule[] {
  const own = rulesOf(read, { service, type }, 0);
  return own.length > 0 ? own : rulesOf(read, { service: "other", type }, 0);
}

function rulesOf(
  read: GapReader,
  { service, type }: { service: string; type: string },
  depth: number,
): PamRule[] {
  const path = pamFile(read, service);
  if (!path || depth > maxDepth) return [];
  return linesOf(read, path).flatMap((entry): PamRule[] => {
    if (entry.type !== null && entry.type !== type) return [];
    const included = () => rulesOf(read, { service: entry.module, type }, depth + 1);
    if (entry.control === "include") return included();
    const rule = ruleOf(entry, { type, path });
    return [entry.control === "substack" ? { ...rule, substack: included() } : rule];
  });
}

/** Most services include the same files, and several tables read them: each is parsed once a collection. */
function linesOf(read: GapReader, path: string): PamLine[] {
  const files = once(read.host, noFiles);
  let file = files.get(path);
  if (!file) {
    const own = gapReader(read.host);
    file = { lines: parsePamFile(own.text(path) ?? ""), gaps: own.gaps };
    files.set(path, file);
  }
  read.report(...file.gaps);
  return file.lines;
}

const noFiles = (): Map<string, { lines: PamLine[]; gaps: Gap[] }> => new Map();

/** The file of a service; one in /etc replaces the packages' own. */
export const pamFile = ({ host }: GapReader, service: string): string | undefined =>
  folders.map((folder) => `${folder}/${service}`).find((path) => host.exists(path));

/** Every service with a file. */
export const pamServices = (read: GapReader): string[] =>
  [...new Set(folders.flatMap((folder) => read.list(folder)))].sort();

const ruleOf = (
  { control, module, args, line }: PamLine,
  { type, path }: { type: string; path: string },
): PamRule => ({
  type,
  control,
  module: module.replace(/^.*\//, "").replace(/\.so$/, ""),
  file: module,
  args,
  source: `${path}:${line}`,
});
