import { distinctGaps } from "../../host/gap.ts";
import { gapReader } from "../../host/gap-reader.ts";
import type { CollectedTable } from "../../model/table.ts";
import { rootPrograms } from "../../processes/root-programs.ts";
import { findIntegrityScanners } from "./integrity-scanners.ts";
import { findMalwareScanners } from "./malware-scanners.ts";
import { scheduledCommands } from "./scheduled-commands.ts";

/**
 * One row per program that compares files with what they were (`kind` integrity) or looks for
 * malware, installed or running. `effective` is 1 if it runs, or something starts it again and again,
 * and it has what it compares with; `reason` is what runs it, or what it lacks.
 */
export const fileScanners: CollectedTable = {
  name: "file_scanners",
  description: "Programs that check files for changes or malware, and whether they really do.",
  platforms: ["linux"],
  columns: { name: "TEXT", kind: "TEXT", effective: "INTEGER", reason: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const programs = rootPrograms(read);
    const seen = { programs, commands: scheduledCommands(read, programs) };
    const found = [...findIntegrityScanners(read, seen), ...findMalwareScanners(read, seen)];
    const rows = found.map(({ name, kind, isEffective, reason }) => ({
      name,
      kind,
      effective: Number(isEffective),
      reason,
    }));
    return { rows, gaps: distinctGaps(read.gaps) };
  },
};
