import type { BenchRow } from "./row.ts";

/** Runs the parts of a benchmark in order. One that fails becomes a row of its own; the others keep theirs. */
export async function runParts(
  parts: Record<string, () => Promise<BenchRow[]>>,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [what, run] of Object.entries(parts)) {
    try {
      rows.push(...(await run()));
    } catch (error) {
      console.error(error);
      const reason = error instanceof Error ? error.message : String(error);
      rows.push({ what, measured: `failed: ${reason}`, bar: "to run", met: false });
    }
  }
  return rows;
}
