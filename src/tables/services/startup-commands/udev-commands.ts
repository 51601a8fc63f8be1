import type { GapReader } from "../../host/gap-reader.ts";
import { isLink } from "../../host/inspect.ts";
import { maxBytes, type StartupCommand } from "./startup-command.ts";

/** A file of rules in an earlier folder replaces one of the same name in a later one (udev(7)). */
const folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map(
  (folder) => `${folder}/udev/rules.d`,
);

const runs =
  /\b(?:RUN(?:\{program\})?|PROGRAM|IMPORT\{program\})\s*(?:\+=|:=|==|=)\s*"((?:[^"\\]|\\.)*)"/g;

/** Programs that udev runs as root when a device comes or goes. */
export function findUdevCommands(read: GapReader): StartupCommand[] {
  const seen = new Set<string>();
  return folders
    .filter((folder) => !(folder.startsWith("/lib/") && isLink(read.host, "/lib")))
    .flatMap((folder) => read.list(folder).map((name) => ({ name, source: `${folder}/${name}` })))
    .filter(({ name }) => name.endsWith(".rules") && !seen.has(name) && seen.add(name))
    .flatMap(({ source }) => commandsOf(source, read.text(source, maxBytes) ?? ""));
}

function commandsOf(source: string, text: string): StartupCommand[] {
  const found: StartupCommand[] = [];
  let pending = "";
  for (const [index, raw] of text.split("\n").entries()) {
    if (/^\s*#/.test(raw)) continue;
    pending += raw;
    if (pending.endsWith("\\")) {
      pending = pending.slice(0, -1);
      continue;
    }
    for (const [, command] of pending.matchAll(runs))
      found.push({
        kind: "udev_rule",
        source,
        line: index + 1,
        username: "root",
        enabled: 1,
        command: command!.replace(/\\(.)/g, "$1"),
      });
    pending = "";
  }
  return found;
}
