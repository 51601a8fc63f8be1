import type { PlanStatement } from "../../contract/plan.ts";
import { cachedByText } from "../../core/text/cached-by-text.ts";

/**
 * Every name and keyword in the statements, in lower case: they read no other tables than those.
 * Cached by SQL, because a plan of half a megabyte is run for hundreds of hosts.
 */
export function wordsIn(statements: Pick<PlanStatement, "sql">[]): Set<string> {
  const all = new Set<string>();
  for (const { sql } of statements) for (const word of wordsOf(sql)) all.add(word);
  return all;
}

const wordsOf = cachedByText((sql) => new Set(sql.toLowerCase().match(/[a-z_]\w*/g)));
