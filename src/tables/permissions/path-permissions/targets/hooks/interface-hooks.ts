import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import { isPresent } from "../../../../host/inspect.ts";
import type { Target } from "../target.ts";
import { commandHooks, hookTarget } from "./hook-target.ts";

const folder = "/etc/network/interfaces.d";
const runs = /^\s*(?:pre-up|up|post-up|down|pre-down|post-down)\s+(.*)$/gm;

/** The interfaces of ifupdown and the commands that they name. */
export function findInterfaceHooks(read: GapReader): Target[] {
  const barred = isPresent(read.host, "/sbin/ifup") ? null : "ifupdown is not in use here";
  const main = "/etc/network/interfaces";
  const includes = [
    ...(read.text(main) ?? "").matchAll(/^\s*source(-directory)?\s+(\S+)\s*$/gm),
  ].flatMap(([, isFolder, path]) => (isFolder ? `${path}/*` : path!));
  const files = [main, ...includes.flatMap((pattern) => expandGlob(read, pattern))];
  const isFolderRead = includes.some((pattern) => pattern.startsWith(`${folder}/*`));
  const use = { detail: "ifupdown", barred, awaits: "a network interface is brought up or down" };
  return [
    ...[...files, ...(isFolderRead ? [folder] : [])]
      .filter((path) => isPresent(read.host, path))
      .map((target) => hookTarget({ ...use, target })),
    ...files.flatMap((source) =>
      [...(read.text(source) ?? "").matchAll(runs)].flatMap(([, command]) =>
        commandHooks(read, { ...use, source }, command!),
      ),
    ),
  ];
}
