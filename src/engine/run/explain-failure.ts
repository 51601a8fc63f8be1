import type { StatementResult } from "../../contract/plan.ts";
import type { GapReason } from "../../contract/summary.ts";
import { gapOf, TableUnavailable } from "../../tables/host/gap.ts";
import type { Evaluation } from "../virtual-tables/evaluation.ts";
import type { Connection } from "./open-connection.ts";
import { SqlFailure } from "./step-statement.ts";

export type StatementError = NonNullable<StatementResult["error"]>;

/** The error of a failed statement; rethrows anything that neither SQLite nor a table threw, which is a bug. */
export function explainFailure(
  error: unknown,
  {
    connection,
    evaluation,
    timeoutMs,
  }: { connection: Connection; evaluation: Evaluation; timeoutMs: number },
): StatementError {
  if (!(error instanceof SqlFailure)) throw error;
  if (evaluation.failure) return tableFailure(evaluation.failure);
  if (error.interrupted)
    return { reason: "timed_out", message: `took longer than ${timeoutMs} ms` };
  const refusal = connection.refusal();
  if (refusal) return { reason: "error", message: refusal };
  const [unconstrained] = evaluation.unconstrained;
  if (unconstrained && error.message.includes("no query solution")) {
    const [table, required] = unconstrained;
    return {
      reason: "error",
      message: `${table} must be constrained: WHERE ${required.join(" or ")} with =, IN or LIKE`,
    };
  }
  return { reason: reasonOf(error.message), message: error.message };
}

function tableFailure(failure: Error): StatementError {
  if (failure instanceof TableUnavailable)
    return { reason: failure.reason, message: failure.message };
  const { reason, detail } = gapOf(failure, "a table");
  return { reason, message: detail };
}

const reasonOf = (message: string): GapReason =>
  message.startsWith("no such table") ? "table_missing" : "error";
