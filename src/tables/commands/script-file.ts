import type { GapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";

/** Longer scripts are rare, and reading them all would take long. */
const maxBytes = 64 << 10;

/** A script, by its first line. */
export interface ScriptFile {
  /** The name of the interpreter: "sh", "python3"; "" without a first line for one. */
  interpreter: string;
  /** The options that the first line gives it. */
  options: string;
  text: string;
}

/** Undefined for what is no text, or can't be read: the row of its permissions reports that. */
export function readScript({ host }: GapReader, path: string): ScriptFile | undefined {
  try {
    if (!host.stat(path).isFile()) return undefined;
    if (/^\x7fELF/.test(host.read(path, 4))) return undefined;
    const text = host.read(path, maxBytes);
    const [, interpreter = "", options = ""] =
      /^#! *(?:\S*\/env +(?:-S +)?)?(?:\S*\/)?([\w.+-]+)([^\n]*)/.exec(text) ?? [];
    return { interpreter, options, text };
  } catch {
    return undefined;
  }
}

export const isShell = (name: string): boolean => /^(?:ba|da|a|z|k|mk)?sh$/.test(name);

/** Whether a shell knows `source`, `[[` and the like: a plain "sh" may be another one. */
export function isBashLike(host: Host, name: string): boolean {
  if (name !== "sh") return /^(?:ba|z|k|mk)sh$/.test(name);
  try {
    return /(?:^|\/)(?:ba|z|k|mk)sh$/.test(host.readlink("/bin/sh"));
  } catch {
    return false;
  }
}
