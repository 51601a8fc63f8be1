/** A SELECT that statements share, by the name under which they read it. */
export interface SharedSelect {
  name: string;
  sql: string;
}

/** Puts `shared` in front of `sql` as CTEs; the CTEs of `sql` itself are visible to them too. */
export function withShared(sql: string, shared: SharedSelect[]): string {
  if (shared.length === 0) return sql;
  const tables = shared.map((each) => `${each.name} AS MATERIALIZED (\n${each.sql.trimEnd()}\n)`);
  const own = /^\s*WITH\s+(?:RECURSIVE\s+)?/i.exec(sql);
  const rest = own ? `, ${sql.slice(own[0].length)}` : `\n${sql}`;
  return `WITH RECURSIVE ${tables.join(", ")}${rest}`;
}
