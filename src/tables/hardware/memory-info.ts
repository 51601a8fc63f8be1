import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { readRequired } from "../host/read-required.ts";
import type { CollectedTable } from "../model/table.ts";
import { parseColonLines } from "../parsers/key-values.ts";

/** Memory and swap in bytes, from /proc/meminfo. */
export const memoryInfo: CollectedTable = {
  name: "memory_info",
  description: "Memory and swap, in bytes and percent.",
  platforms: ["linux"],
  columns: {
    memory_total: "BIGINT",
    memory_free: "BIGINT",
    memory_available: "BIGINT",
    buffers: "BIGINT",
    cached: "BIGINT",
    swap_cached: "BIGINT",
    active: "BIGINT",
    inactive: "BIGINT",
    swap_total: "BIGINT",
    swap_free: "BIGINT",
    percent_used: "DOUBLE",
    swap_percent_used: "DOUBLE",
    /** The share of the last five minutes in which some process waited for memory; NULL where the kernel doesn't measure it. */
    percent_waited: "DOUBLE",
  },
  collect(host) {
    const read = gapReader(host);
    const waits = read.forColumns(["percent_waited"]);
    const memory = parseMeminfo(readRequired(host, "/proc/meminfo"));
    return { rows: [{ ...memory, percent_waited: readWaits(waits) }], gaps: read.gaps };
  },
};

/** "some avg10=0.00 avg60=0.00 avg300=0.00 total=0". With psi=0 on its command line, the kernel refuses. */
function readWaits({ host, attempt }: GapReader): number | null {
  const text = attempt("/proc/pressure/memory", () => {
    try {
      return host.read("/proc/pressure/memory");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EOPNOTSUPP") return "";
      throw error;
    }
  });
  const [, share] = /^some .*\bavg300=([\d.]+)/m.exec(text ?? "") ?? [];
  return share === undefined ? null : Number(share);
}

export function parseMeminfo(text: string) {
  const values = parseColonLines(text);
  const bytes = (key: string) => {
    const kibibytes = /^\d+/.exec(values.get(key) ?? "");
    return kibibytes ? Number(kibibytes[0]) * 1024 : null;
  };
  const row = {
    memory_total: bytes("MemTotal"),
    memory_free: bytes("MemFree"),
    memory_available: bytes("MemAvailable"),
    buffers: bytes("Buffers"),
    cached: bytes("Cached"),
    swap_cached: bytes("SwapCached"),
    active: bytes("Active"),
    inactive: bytes("Inactive"),
    swap_total: bytes("SwapTotal"),
    swap_free: bytes("SwapFree"),
  };
  return {
    ...row,
    // Caches are reclaimed under pressure, so used memory is what is not available.
    percent_used: percentUsed(row.memory_total, row.memory_available),
    swap_percent_used: percentUsed(row.swap_total, row.swap_free),
  };
}

/** NULL rather than 0 where there is nothing to use (no swap). */
function percentUsed(total: number | null, free: number | null): number | null {
  if (!total || free === null) return null;
  return Math.round(((total - free) / total) * 1000) / 10;
}
