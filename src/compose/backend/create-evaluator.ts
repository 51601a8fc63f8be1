import type { Evaluator } from "../../brain/ports/services.ts";
import type { Engine } from "../../engine/types.ts";

const maxMergedRows = 10_000;
const mergeTimeoutMs = 10_000;

/** The agent's engine for the brain: over snapshots, and over the merged rows of several hosts. */
export function createEvaluator(engine: Engine): Evaluator {
  return {
    tablesRead: (sql) => engine.tablesRead(sql),
    overSnapshots: (statements, { rows, gaps }, signal) =>
      engine.run(statements, { rows, gaps, signal }),
    async overRows(sql, columns, rows) {
      const statement = { id: "merge", sql, max_rows: maxMergedRows, timeout_ms: mergeTimeoutMs };
      const [result] = await engine.run([statement], {
        mergedTable: { name: "rows", columns, rows },
      });
      return result!;
    },
  };
}
