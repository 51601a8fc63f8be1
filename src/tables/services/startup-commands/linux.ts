import { distinctGaps, TableUnavailable } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected } from "../../model/table.ts";
import { findAptHooks } from "./apt-hooks.ts";
import { findBootCommands } from "./boot-commands.ts";
import { findGenerators } from "./generators.ts";
import { findMessageScripts } from "./message-scripts.ts";
import { findPythonPaths } from "./python-paths.ts";
import { findShellCommands } from "./shell-commands.ts";
import type { StartupCommand } from "./startup-command.ts";
import { findUdevCommands } from "./udev-commands.ts";

const finders = [
  findShellCommands,
  findMessageScripts,
  findBootCommands,
  findUdevCommands,
  findGenerators,
  findPythonPaths,
  findAptHooks,
];

export function collectLinux(host: Host): Collected {
  const read = gapReader(host);
  const rows = finders.flatMap((find) => findOrReport(find, read));
  return { rows: rows.map((row) => ({ ...row })), gaps: distinctGaps(read.gaps) };
}

/** An unreadable source must not hide the others. */
function findOrReport(find: (read: GapReader) => StartupCommand[], read: GapReader) {
  try {
    return find(read);
  } catch (error) {
    if (!(error instanceof TableUnavailable)) throw error;
    read.report({ reason: error.reason, detail: error.message });
    return [];
  }
}
