import { TableUnavailable, unavailableFor } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { contextSettings } from "../parsers/sshd/contexts.ts";
import { effectiveGlobals, type Setting } from "../parsers/sshd/effective.ts";
import { readSshdConfig, sshdConfigPath } from "./server/sshd-files.ts";

/**
 * What sshd really does, from its files and how it was started: one row a value, `match` being ""
 * for what holds for every connection and the criteria of a Match block where that block makes it
 * otherwise. Defaults are those of OpenSSH 9.2 on Debian 12.
 */
export const sshdConfig: CollectedTable = {
  name: "sshd_config",
  description:
    "Effective options of the SSH server: includes, first value, Match blocks, defaults.",
  platforms: ["linux"],
  columns: { option: "TEXT", value: "TEXT", source: "TEXT", match: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const parsed = readSshdConfig(read);
    if (!parsed)
      throw new TableUnavailable(
        "table_missing",
        `${sshdConfigPath}: not there, no sshd installed`,
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
