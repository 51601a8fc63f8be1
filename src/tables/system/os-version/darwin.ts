import { TableUnavailable } from "../../host/gap.ts";
import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { requiredOutput } from "../../host/tool-output.ts";
import type { Collected } from "../../model/table.ts";
import { parseColonLines } from "../../parsers/key-values.ts";
import { supportEnd } from "./support-ends.ts";

export async function collectDarwin(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const row = parseSwVers(await requiredOutput(host, "sw_vers", []));
  if (!row) throw new TableUnavailable("error", "sw_vers: no version in its output");
  const arch = await read.forColumns(["arch"]).output("uname", "-m");
  const support_end = supportEnd({ id: "macos", name: "macOS", versionId: row.version_id });
  if (support_end === undefined)
    read.forColumns(["support_end"]).report({
      reason: "table_missing",
      detail: `Apple names no end of support of ${row.pretty_name}`,
    });
  return { rows: [{ ...row, arch: arch?.trim() ?? null, support_end }], gaps: read.gaps };
}

/** A Rapid Security Response has a suffix: 13.4.1 "(c)" is a separate release. */
export function parseSwVers(text: string) {
  const values = parseColonLines(text);
  const version = values.get("ProductVersion");
  if (!version || !/^\d+(\.\d+)*/.test(version)) return undefined;
  const [major, minor, patch] = version.split(".");
  const extra = values.get("ProductVersionExtra");
  const name = values.get("ProductName") ?? "macOS";
  const full = extra ? `${version} ${extra}` : version;
  return {
    name,
    version: full,
    major: Number(major),
    minor: Number.parseInt(minor ?? "0", 10),
    patch: Number.parseInt(patch ?? "0", 10),
    build: values.get("BuildVersion") ?? null,
    platform: "darwin",
    platform_like: "darwin",
    codename: null,
    pretty_name: `${name} ${full}`,
    version_id: version,
  };
}
