import type { PlanResult, StatementResult } from "../contract/plan.ts";
import { contentLimits } from "./limits.ts";

/** Request bodies are limited to 16 MiB: base64 adds a third, the signature and JSON a little. */
const maxResultBytes = (16 << 20) * 0.75 - 1024;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const cellsOf = ({ columns, rows }: StatementResult) => columns.length * rows.length;

/** Drops rows until the server accepts the result; statements that lost rows are marked `truncated`. */
export function fitResult(result: PlanResult, maxBytes: number = maxResultBytes): PlanResult {
  const fewer = shrink(result.results, { sizeOf: cellsOf, max: contentLimits.cells });
  const rest = bytesOf({ ...result, results: [] });
  // Plus one each for the comma between results.
  const sizeOf = (one: StatementResult) => bytesOf(one) + 1;
  return { ...result, results: shrink(fewer, { sizeOf, max: maxBytes - rest }) };
}

/** Halves the largest result until all of them together have at most `max`. */
function shrink(
  given: StatementResult[],
  { sizeOf, max }: { sizeOf: (result: StatementResult) => number; max: number },
): StatementResult[] {
  const results = [...given];
  const sizes = results.map(sizeOf);
  let total = sizes.reduce((sum, size) => sum + size, 0);
  while (total > max) {
    const largest = sizes.indexOf(Math.max(...sizes));
    const cut = halve(results[largest]!);
    if (!cut) return results;
    const size = sizeOf(cut);
    total -= sizes[largest]! - size;
    results[largest] = cut;
    sizes[largest] = size;
  }
  return results;
}

/** Null if there are no rows left to drop. */
function halve(result: StatementResult): StatementResult | null {
  if (result.rows.length === 0) return null;
  const rows = result.rows.slice(0, Math.floor(result.rows.length / 2));
  return { ...result, rows, row_count: rows.length, truncated: true };
}
