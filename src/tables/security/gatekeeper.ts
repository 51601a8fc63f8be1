import { TableUnavailable } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { readPlistDict } from "../host/read-plist.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { textAt } from "../parsers/plist/values.ts";

export const gatekeeper: CollectedTable = {
  name: "gatekeeper",
  description: "Whether Gatekeeper assesses programs before they are opened.",
  platforms: ["darwin"],
  columns: {
    assessments_enabled: "INTEGER",
    dev_id_enabled: "INTEGER",
    version: "TEXT",
    opaque_version: "TEXT",
  },
  collect: collectGatekeeper,
};

/** Rules that Apple ships with the system. */
const versionFiles = {
  version: "/var/db/gke.bundle/Contents/version.plist",
  opaque_version: "/var/db/gkopaque.bundle/Contents/version.plist",
};

async function collectGatekeeper(host: Host): Promise<Collected> {
  const read = gapReader(host);
  // spctl exits with 1 when assessments are disabled.
  const { stdout } = await host.run("spctl", ["--status", "--verbose"]);
  const row = parseSpctl(stdout);
  if (!row) throw new TableUnavailable("error", "spctl: no status in its output");
  const versions = Object.entries(versionFiles).map(([column, path]) => {
    const dict = readPlistDict(read, path);
    return [column, dict ? textAt(dict, "CFBundleShortVersionString") : null] as const;
  });
  return { rows: [{ ...row, ...Object.fromEntries(versions) }], gaps: read.gaps };
}

/** "assessments enabled", sometimes followed by "developer id enabled". */
export function parseSpctl(text: string): Row | undefined {
  const assessments = /^assessments (enabled|disabled)\s*$/m.exec(text)?.[1];
  if (!assessments) return undefined;
  const developers = /^developer id (enabled|disabled)\s*$/m.exec(text)?.[1];
  return {
    assessments_enabled: Number(assessments === "enabled"),
    dev_id_enabled: developers === undefined ? null : Number(developers === "enabled"),
  };
}
