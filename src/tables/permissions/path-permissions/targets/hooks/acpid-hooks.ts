import type { GapReader } from "../../../../host/gap-reader.ts";
import { expandGlob } from "../../../../host/glob.ts";
import { isPresent } from "../../../../host/inspect.ts";
import { isDaemonRunning } from "../commands/running-daemon.ts";
import type { Target } from "../target.ts";
import { commandHooks, hookTarget } from "./hook-target.ts";

const folder = "/etc/acpi/events";

/** acpid's rules and the actions that they name. */
export function findAcpidHooks(read: GapReader): Target[] {
  if (!isPresent(read.host, folder)) return [];
  const enabled = isDaemonRunning(read, new Set(["acpid"]));
  const barred = enabled === 0 ? "acpid is not running" : null;
  const use = { detail: "acpid", enabled, barred };
  // acpid passes over names with other characters
  const files = expandGlob(read, `${folder}/*`).filter((path) => /\/[\w-]+$/.test(path));
  return [
    // it reads its rules when it starts
    ...[folder, ...files].map((target) =>
      hookTarget({ ...use, target, awaits: "acpid is started again" }),
    ),
    ...files.flatMap((source) =>
      [...(read.text(source) ?? "").matchAll(/^\s*action\s*=\s*(.*)$/gm)].flatMap(([, command]) =>
        commandHooks(read, { ...use, source, awaits: "acpid gets an event" }, command!),
      ),
    ),
  ];
}
