import type { PlanResult, StatementResult } from "../contract/plan.ts";

/** A body of 16 MiB at most, of which base64 takes a quarter and the signature and JSON a little. */
const maxResultBytes = (16 << 20) * 0.75 - 1024;

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** The result with as many rows as fit; statements that lost some say `truncated`. */
export function fitResult(result: PlanResult, maxBytes: number = maxResultBytes): PlanResult {
  const results = [...result.results];
  const sizes = results.map(sizeOf);
  // Commas between the statements' results are counted too.
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

/** Null when there is no row left to drop. */
function halve(result: StatementResult): StatementResult | null {
  if (result.rows.length === 0) return null;
  const rows = result.rows.slice(0, Math.floor(result.rows.length / 2));
  return { ...result, rows, row_count: rows.length, truncated: true };
}
