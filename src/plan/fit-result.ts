import type { PlanResult, StatementResult } from "../contract/plan.ts";

/** Request bodies are limited to 16 MiB: base64 adds a third, the signature and JSON a little. */
const maxResultBytes = (16 << 20) * 0.75 - 1024;

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Drops rows until the result fits; statements that lost rows are marked `truncated`. */
export function fitResult(result: PlanResult, maxBytes: number = maxResultBytes): PlanResult {
  const results = [...result.results];
  const sizes = results.map(sizeOf);
  // Plus one each for the comma between results.
  let total = sizeOf({ ...result, results: [] }) + sizes.reduce((sum, size) => sum + size + 1, 0);
  while (total > maxBytes) {
    const largest = sizes.indexOf(Math.max(...sizes));
    const cut = halve(results[largest]!);
    if (!cut) return { ...result, results };
    const size = sizeOf(cut);
    total -= sizes[largest]! - size;
    results[largest] = cut;
    sizes[largest] = size;
  }
  return { ...result, results };
}

/** Null if there are no rows left to drop. */
function halve(result: StatementResult): StatementResult | null {
  if (result.rows.length === 0) return null;
  const rows = result.rows.slice(0, Math.floor(result.rows.length / 2));
  return { ...result, rows, row_count: rows.length, truncated: true };
}
