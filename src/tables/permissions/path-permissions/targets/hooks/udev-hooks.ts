import { basename } from "node:path/posix";
import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import { isPresent } from "../../../../host/inspect.ts";
import { isDaemonRunning } from "../commands/running-daemon.ts";
import type { Target } from "../target.ts";
import { commandHooks, hookTarget } from "./hook-target.ts";

/** The first folder that has a name decides what its rules are. */
const ruleFolders = ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map(
  (root) => `${root}/udev/rules.d`,
);
const daemons = new Set(["systemd-udevd", "udevd", "(udev-worker)"]);

const runs =
  /\b(?:RUN(?:\{program\})?|PROGRAM|IMPORT\{program\})\s*(?:\+=|:=|==|=)\s*"((?:[^"\\]|\\.)*)"/g;

/** udev's rules and the programs that they run. */
export function findUdevHooks(read: GapReader): Target[] {
  const folders = ruleFolders.filter((path) => isPresent(read.host, path));
  if (folders.length === 0) return [];
  const enabled = isDaemonRunning(read, daemons);
  const barred = enabled === 0 ? "udev is not running" : null;
  const use = { detail: "udev", enabled, barred, awaits: "a device appears or changes" };
  const files = ruleFiles(read, folders);
  return [
    ...[...folders, ...files].map((target) => hookTarget({ ...use, target })),
    ...files.flatMap((source) =>
      commandsOf(read.text(source) ?? "").flatMap((command) =>
        commandHooks(read, { ...use, source }, command, ["/usr/lib/udev"]),
      ),
    ),
  ];
}

function ruleFiles(read: GapReader, folders: string[]): string[] {
  const byName = new Map<string, string>();
  for (const path of folders.flatMap((folder) => expandGlob(read, `${folder}/*.rules`)))
    if (!byName.has(basename(path))) byName.set(basename(path), path);
  return [...byName.values()];
}

const commandsOf = (rules: string): string[] =>
  rules
    .replace(/\\\n/g, "")
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .flatMap((line) => [...line.matchAll(runs)].map(([, command]) => command!));
