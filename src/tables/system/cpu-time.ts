import { readRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";

const fields = [
  "user",
  "nice",
  "system",
  "idle",
  "iowait",
  "irq",
  "softirq",
  "steal",
  "guest",
  "guest_nice",
];

/** One row per core; times in hundredths of a second since the boot. */
export const cpuTime: CollectedTable = {
  name: "cpu_time",
  description: "What each CPU core has spent its time on since the boot.",
  platforms: ["linux"],
  columns: {
    core: "INTEGER",
    ...Object.fromEntries(fields.map((field) => [field, "BIGINT" as const])),
  },
  collect: (host) => ({ rows: parseCpuTimes(readRequired(host, "/proc/stat")), gaps: [] }),
};

/** Lines "cpu3 user nice …" of /proc/stat. */
export function parseCpuTimes(text: string): Row[] {
  return [...text.matchAll(/^cpu(\d+) (.+)$/gm)].map(([, core, times]) => {
    const values = times!.trim().split(/\s+/).map(Number);
    return {
      core: Number(core),
      ...Object.fromEntries(fields.map((field, at) => [field, values[at] ?? null])),
    };
  });
}
