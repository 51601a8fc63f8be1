import type { PlanStatement } from "../../contract/plan.ts";
import type { AgentRecord } from "../../store/records.ts";
import { partOfStatement } from "../plan/plan-statements.ts";
import type { Evaluator } from "../ports/services.ts";

/** A statement and the tables it reads; null when it can't be prepared here. */
interface Alternative {
  statement: PlanStatement;
  tables: string[] | null;
}

/**
 * The statements that apply to a host. Where a part's data has alternative sources per operating
 * system, only those over the host's own tables; all of them if it has none of these tables (then
 * it reports the gap) or its agent doesn't report its tables. A policy on another system's tables
 * thus withholds nothing.
 */
export async function applicableStatements(
  statements: PlanStatement[],
  { tables }: Pick<AgentRecord, "tables">,
  evaluator: Pick<Evaluator, "tablesRead">,
): Promise<PlanStatement[]> {
  if (tables.length === 0) return statements;
  const here = new Set(tables);
  const foreign = new Set<PlanStatement>();
  for (const statementsOfPart of alternativesOf(statements)) {
    const alternatives = await Promise.all(
      statementsOfPart.map(async (statement) => ({
        statement,
        tables: await evaluator.tablesRead(statement.sql),
      })),
    );
    for (const { statement } of foreignTo(here, alternatives)) foreign.add(statement);
  }
  return statements.filter((statement) => !foreign.has(statement));
}

/** The statements of each part with several alternatives. */
function alternativesOf(statements: PlanStatement[]): PlanStatement[][] {
  const parts = new Map<number, PlanStatement[]>();
  for (const statement of statements) {
    const part = partOfStatement(statement.id);
    if (part !== null) parts.set(part, [...(parts.get(part) ?? []), statement]);
  }
  return [...parts.values()].filter(({ length }) => length > 1);
}

/**
 * The alternatives for other systems. A table that every alternative reads, such as `users`,
 * identifies none. A statement that can't be prepared here stays: a newer agent may know it.
 */
function foreignTo(here: ReadonlySet<string>, alternatives: Alternative[]): Alternative[] {
  const known = alternatives.flatMap(({ tables }) => (tables ? [tables] : []));
  const isShared = (table: string) => known.every((tables) => tables.includes(table));
  const isOwn = ({ tables }: Alternative) =>
    tables?.some((table) => here.has(table) && !isShared(table)) ?? false;
  if (!alternatives.some(isOwn)) return [];
  return alternatives.filter((one) => one.tables !== null && !isOwn(one));
}
