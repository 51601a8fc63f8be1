import type { PlanStatement } from "../../contract/plan.ts";
import type { AgentRecord } from "../../store/records.ts";
import { partOfFacts } from "../plan/plan-statements.ts";
import type { Evaluator } from "../ports/services.ts";

/** A statement and the tables it reads; null when it can't be prepared here. */
interface Alternative {
  statement: PlanStatement;
  tables: string[] | null;
}

/**
 * The statements to ask of a host: where a part's data has a source on each system, those of the
 * host's own tables. All of them where it has none of these tables, which is then its gap to tell,
 * and where its agent doesn't say what it has. A policy on another system's tables withholds nothing.
 */
export async function ownSources(
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

/** The statements of each part that has several. */
function alternativesOf(statements: PlanStatement[]): PlanStatement[][] {
  const parts = new Map<number, PlanStatement[]>();
  for (const statement of statements) {
    const part = partOfFacts(statement.id);
    if (part !== null) parts.set(part, [...(parts.get(part) ?? []), statement]);
  }
  return [...parts.values()].filter(({ length }) => length > 1);
}

/**
 * What not every source reads tells whose it is: all may read `users`. What can't be prepared
 * here is nobody's to leave out: a newer agent may know it.
 */
function foreignTo(here: ReadonlySet<string>, alternatives: Alternative[]): Alternative[] {
  const known = alternatives.flatMap(({ tables }) => (tables ? [tables] : []));
  const isShared = (table: string) => known.every((tables) => tables.includes(table));
  const isOwn = ({ tables }: Alternative) =>
    tables?.some((table) => here.has(table) && !isShared(table)) ?? false;
  if (!alternatives.some(isOwn)) return [];
  return alternatives.filter((one) => one.tables !== null && !isOwn(one));
}
