import { TableUnavailable } from "../../host/gap.ts";
import { gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { requiredOutput } from "../../host/tool-output.ts";
import type { Collected, Row } from "../../model/table.ts";
import { parseColonLines } from "../../parsers/key-values.ts";

export async function collectDarwin(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const row = parseSwVers(await requiredOutput(host, "sw_vers", []));
  if (!row) throw new TableUnavailable("error", "sw_vers: no version in its output");
  const arch = await read.forColumns(["arch"]).output("uname", "-m");
  return { rows: [{ ...row, arch: arch?.trim() ?? null }], gaps: read.gaps };
}

/** A Rapid Security Response has a suffix: 13.4.1 "(c)" is a separate release. */
export function parseSwVers(text: string): Row | undefined {
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
