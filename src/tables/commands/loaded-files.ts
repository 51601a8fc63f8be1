import type { Host } from "../host/port.ts";
import type { RunPath } from "./run-path.ts";
import type { ShellWord } from "./shell-words.ts";

/** Values of the environment by name, as far as they are known. */
export type Environment = ReadonlyMap<string, ShellWord>;

/** Variables by which a program loads files of their choice. */
export const loadingVariables = [
  "BASH_ENV",
  "LD_AUDIT",
  "LD_LIBRARY_PATH",
  "LD_PRELOAD",
  "PERL5LIB",
  "PYTHONPATH",
];

export const isLoading = (name: string): boolean => loadingVariables.includes(name);

/** The absolute folders or files of a variable. */
export function listedIn(environment: Environment, name: string): string[] {
  const paths = environment.get(name)?.text?.split(name === "LD_PRELOAD" ? /[\s:]+/ : ":") ?? [];
  return paths.filter((path) => path.startsWith("/")).slice(0, 20);
}

/** The libraries that the loader takes from the environment of a program, and folders for them. */
export function loadedLibraries(
  host: Host,
  program: string,
  environment: Environment,
): Omit<RunPath, "account">[] {
  const files = ["LD_PRELOAD", "LD_AUDIT"].flatMap((name) => listedIn(environment, name));
  const folders = listedIn(environment, "LD_LIBRARY_PATH");
  if (files.length + folders.length === 0) return [];
  const awaits = isDynamic(host, program) ? null : `${program} loads libraries`;
  return [
    // A file without the right to execute is mapped all the same.
    ...files.map((path) => ({ path, executed: !isPlainFile(host, path), awaits })),
    ...folders.map((path) => {
      const library = `${path}/libc.so.6`;
      return host.exists(library)
        ? { path: library, executed: false, awaits }
        : { path, executed: true, awaits };
    }),
  ];
}

/** Whether a program, or the interpreter of a script, names the dynamic loader. */
function isDynamic(host: Host, path: string, depth = 0): boolean {
  try {
    const head = host.readBytes(path, 4_096).toString("latin1");
    const [, interpreter] = /^#! *(\/[^\s]+)/.exec(head) ?? [];
    if (interpreter !== undefined) return depth < 2 && isDynamic(host, interpreter, depth + 1);
    return head.startsWith("\x7fELF") && /\/ld-(?:linux|musl)/.test(head);
  } catch {
    return false;
  }
}

function isPlainFile(host: Host, path: string): boolean {
  try {
    return (host.stat(path).mode & 0o111) === 0;
  } catch {
    return false;
  }
}
