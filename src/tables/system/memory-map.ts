import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** One row per region of the physical address space. */
export const memoryMap: CollectedTable = {
  name: "memory_map",
  description: "Regions of the physical address space and who uses them.",
  platforms: ["linux"],
  columns: { name: "TEXT", start: "TEXT", end: "TEXT" },
  collect(host) {
    const read = gapReader(host);
    const rows = parseRegions(read.text("/proc/iomem") ?? "");
    // The kernel shows other users the names alone, with zeros as addresses.
    if (rows.length > 0 && rows.every(({ end }) => Number(end) === 0)) {
      const detail = "/proc/iomem: only root sees addresses";
      read.report({ reason: "denied", detail, columns: ["start", "end"] });
    }
    return { rows, gaps: read.gaps };
  },
};

/** Lines "  start-end : name", indented below the region that they are part of. */
export function parseRegions(text: string): Row[] {
  return [...text.matchAll(/^ *([0-9a-f]+)-([0-9a-f]+) : (.*)$/gm)].map(([, start, end, name]) => ({
    name,
    start: `0x${start}`,
    end: `0x${end}`,
  }));
}
