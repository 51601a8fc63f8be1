import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import { isInstalledId } from "../detections/evaluate-host.ts";
import { partOfStatement } from "../plan/plan-statements.ts";
import type { Evaluator } from "../ports/services.ts";

/**
 * Turns results into failures that lack what they need, because the host lacks the source of a
 * table. The facts of a question and a list of installed packages need one source of several, such
 * as one package manager; a check and an edge need all, because their rows may be those that another
 * table lacks.
 */
export async function failAbsentSources(
  results: StatementResult[],
  {
    statements,
    evaluator,
  }: { statements: PlanStatement[]; evaluator: Pick<Evaluator, "tablesRead"> },
): Promise<StatementResult[]> {
  const sqlById = new Map(statements.map(({ id, sql }) => [id, sql]));
  return Promise.all(
    results.map(async (result) => {
      const absent = result.gaps.filter((gap) => gap.absent);
      const [first] = absent;
      if (!first || result.error) return result;
      const needsAll = partOfStatement(result.id) === null && !isInstalledId(result.id);
      const tables = (await evaluator.tablesRead(sqlById.get(result.id) ?? "")) ?? [];
      const found = tables.some((name) => !absent.some(({ table }) => table === name));
      return found && !needsAll ? result : failed(result, first);
    }),
  );
}

function failed(
  result: StatementResult,
  { table, reason, detail }: StatementResult["gaps"][number],
): StatementResult {
  const error = { reason, message: `${table}: ${detail}` };
  return { ...result, columns: [], rows: [], row_count: 0, truncated: false, error };
}
