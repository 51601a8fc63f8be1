import { join } from "node:path/posix";
import type { GapReader } from "../../../host/gap-reader.ts";
import { expandGlob } from "../../../host/glob.ts";
import { parseEnviron } from "../../../processes/process-envs.ts";

/** A running server as its configuration is found: files are those that the process itself sees. */
export interface ServiceProcess {
  pid: number;
  /** The kernel's name of it, 15 bytes at most. */
  name: string;
  argv: string[];
  /** A file's text; undefined when absent or unreadable. Relative paths start in the process's folder. */
  text(path: string): string | undefined;
  bytes(path: string, maxBytes: number): Buffer | undefined;
  /** Paths that match a pattern, as the process sees them. */
  glob(pattern: string): string[];
  environment(name: string): string | undefined;
  /** The upstream version of the first of these Debian packages that is installed. */
  version(...packages: string[]): number | undefined;
}

const maxEnvironBytes = 1 << 20;

/** Undefined for kernel threads and for what has ended. */
export function readServiceProcess(read: GapReader, pid: number): ServiceProcess | undefined {
  const { host } = read;
  const own = (name: string) =>
    read.attempt(`/proc/${pid}/${name}`, () => host.read(`/proc/${pid}/${name}`));
  const argv = (own("cmdline") ?? "").replace(/\0+$/, "").split("\0");
  if (argv[0] === "") return undefined;
  const root = `/proc/${pid}/root`;
  const cwd = () =>
    read.attempt(`/proc/${pid}/cwd`, () => host.readlink(`/proc/${pid}/cwd`)) ?? "/";
  const inside = (path: string) => root + (path.startsWith("/") ? path : join(cwd(), path));
  return {
    pid,
    name: own("comm")?.trim() ?? "",
    argv,
    text: (path) => read.text(inside(path)),
    bytes: (path, maxBytes) => read.bytes(inside(path), maxBytes),
    glob: (pattern) => expandGlob(read, inside(pattern)).map((path) => path.slice(root.length)),
    environment(name) {
      const path = `/proc/${pid}/environ`;
      const text = read.attempt(path, () => host.read(path, maxEnvironBytes)) ?? "";
      return parseEnviron(text).find(({ key }) => key === name)?.value;
    },
    version: (...packages) =>
      debianVersion(read.text(`${root}/var/lib/dpkg/status`, 64 << 20) ?? "", packages),
  };
}

/** "5:7.0.15-1" as 7.0. */
function debianVersion(status: string, packages: string[]): number | undefined {
  for (const name of packages) {
    const entry = new RegExp(
      `^Package: ${name}\\n(?:.+\\n)*?Version: (?:\\d+:)?(\\d+\\.\\d+)`,
      "m",
    ).exec(status);
    if (entry) return Number(entry[1]);
  }
  return undefined;
}

/**
 * The value of a long option: "--name=value", "--name value" or, as Go's and Java's programs take
 * it, with one dash. An option without a value is "". The last one counts.
 */
export function optionOf(argv: string[], ...names: string[]): string | undefined {
  let found: string | undefined;
  for (const [index, word] of argv.entries()) {
    const [, name, value] = /^--?([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (!name || !names.includes(name)) continue;
    const next = argv[index + 1];
    found = value ?? (next === undefined || next.startsWith("-") ? "" : next);
  }
  return found;
}

/** Every value of a repeated option. */
export const optionsOf = (argv: string[], ...names: string[]): string[] =>
  argv.flatMap((word, index) => {
    const value = optionOf(argv.slice(index, index + 2), ...names);
    return /^-/.test(word) && value !== undefined ? [value] : [];
  });
