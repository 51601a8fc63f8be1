import type { PlanStatement, StatementResult, TableGap } from "../../contract/plan.ts";
import type { Evaluator } from "../ports/services.ts";
import { list } from "../text/wording.ts";
import type { HostQuestion } from "./host-question.ts";

/** The permitted statements, and error results for the denied ones. */
export interface Withheld {
  allowed: PlanStatement[];
  denied: StatementResult[];
}

/**
 * Splits a host's statements by its policies. A statement that can't be prepared here is
 * permitted: it may read a table that only the agent knows, and the agent enforces its policies too.
 */
export async function withholdDenied(
  { statements, deniedBy }: Pick<HostQuestion, "statements" | "deniedBy">,
  evaluator: Pick<Evaluator, "tablesRead">,
): Promise<Withheld> {
  if (deniedBy.size === 0) return { allowed: statements, denied: [] };
  const withheld: Withheld = { allowed: [], denied: [] };
  for (const statement of statements) {
    const tables = (await evaluator.tablesRead(statement.sql)) ?? [];
    const gaps = tables.flatMap((table) => gapOf(table, deniedBy.get(table)) ?? []);
    if (gaps.length === 0) withheld.allowed.push(statement);
    else withheld.denied.push(deniedResult(statement, gaps));
  }
  return withheld;
}

function gapOf(table: string, policies: string[] | undefined): TableGap | undefined {
  if (!policies) return undefined;
  const names = list(
    policies.map((name) => `"${name}"`),
    3,
  );
  const noun = policies.length === 1 ? "the tag policy" : "the tag policies";
  return { table, reason: "policy", detail: `denied by ${noun} ${names}` };
}

function deniedResult({ id }: PlanStatement, gaps: TableGap[]): StatementResult {
  const message = gaps.map(({ table, detail }) => `${table}: ${detail}`).join("; ");
  return {
    id,
    columns: [],
    rows: [],
    row_count: 0,
    truncated: false,
    gaps,
    error: { reason: "policy", message },
    duration_ms: 0,
  };
}
