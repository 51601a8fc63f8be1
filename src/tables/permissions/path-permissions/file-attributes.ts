import { TableUnavailable } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { bytesOfPath, pathOfText } from "../../parsers/byte-text.ts";

/** "immutable", "append-only", both separated by a comma, or "" by path; missing where they are not known. */
export type FileAttributes = Map<string, string>;

/** Well below Linux's limit on arguments of one program. */
const pathsPerRun = 1_000;

/**
 * The attributes of files and folders without links in their paths that keep even their owner from
 * writing. Node can't read them; lsattr can. Where it is missing, or the file system knows no
 * attributes, there is nothing to report: hardly any file has one.
 */
export async function readFileAttributes(host: Host, paths: string[]): Promise<FileAttributes> {
  const attributes: FileAttributes = new Map();
  // Node passes only text to programs, and a line break in a name could pass for another file's line.
  const names = paths
    .map(bytesOfPath)
    .filter((name) => typeof name === "string" && !/[\n\r]/.test(name)) as string[];
  for (let at = 0; at < names.length; at += pathsPerRun) {
    const some = names.slice(at, at + pathsPerRun);
    const asked = new Set(some);
    for (const [name, set] of parseLsattr(await runIfInstalled(host, some)))
      if (asked.has(name)) attributes.set(pathOfText(name), set);
  }
  return attributes;
}

async function runIfInstalled(host: Host, names: string[]): Promise<string> {
  try {
    // -d: of folders themselves. It exits with 1 if one of the files has none, and goes on.
    return (await host.run("lsattr", ["-d", "--", ...names])).stdout;
  } catch (error) {
    if (error instanceof TableUnavailable) return "";
    throw error;
  }
}

/** Lines of lsattr(1): "----ia--------e------- /path". */
export function parseLsattr(text: string): FileAttributes {
  const attributes: FileAttributes = new Map();
  for (const line of text.split("\n")) {
    const [, letters, path] = /^([-A-Za-z]{4,40}) (\/.*)$/.exec(line) ?? [];
    if (path === undefined) continue;
    const set = [
      ...(letters!.includes("i") ? ["immutable"] : []),
      ...(letters!.includes("a") ? ["append-only"] : []),
    ];
    attributes.set(path, set.join(","));
  }
  return attributes;
}
