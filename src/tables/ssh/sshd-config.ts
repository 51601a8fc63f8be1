import { TableUnavailable, unavailableFor } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { contextSettings } from "../parsers/sshd/contexts.ts";
import { effectiveGlobals, type Setting } from "../parsers/sshd/effective.ts";
import { readSshdConfig, sshdConfigPath } from "./server/sshd-files.ts";

/**
 * sshd's effective configuration, from its files and command line: one row per value. `match` is ""
 * for global values, or the criteria of a Match block that changes them. Defaults are those of
 * OpenSSH 9.2 on Debian 12.
 */
export const sshdConfig: CollectedTable = {
  name: "sshd_config",
  description: "Effective options of the SSH server, with includes, Match blocks and defaults.",
  platforms: ["linux"],
  columns: { option: "TEXT", value: "TEXT", source: "TEXT", match: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const parsed = readSshdConfig(read);
    if (!parsed)
      throw new TableUnavailable(
        "table_missing",
        `${sshdConfigPath}: not found, no sshd installed`,
      );
    const globals = effectiveGlobals(parsed);
    const rows = [...globals].flatMap(([option, setting]) => rowsOf(option, setting, ""));
    if (rows.length === 0 && read.gaps[0]) throw unavailableFor(read.gaps[0]);
    for (const { option, setting, match } of contextSettings(parsed, globals))
      rows.push(...rowsOf(option, setting, match));
    return { rows, gaps: read.gaps };
  },
};

const rowsOf = (option: string, { values, source }: Setting, match: string) =>
  values.map((value) => ({ option, value, source, match }));
