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
  },
  collect(host) {
    return { rows: [parseMeminfo(readRequired(host, "/proc/meminfo"))], gaps: [] };
  },
};

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
