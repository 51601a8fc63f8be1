/** A SELECT that other statements begin with, by the name under which they read it. */
export interface SharedSelect {
  name: string;
  sql: string;
}

/** `sql` with `shared` before it; what it names itself in a WITH of its own is visible to them too. */
export function withShared(sql: string, shared: SharedSelect[]): string {
  if (shared.length === 0) return sql;
  const tables = shared.map((each) => `${each.name} AS MATERIALIZED (\n${each.sql.trimEnd()}\n)`);
  const own = /^\s*WITH\s+(?:RECURSIVE\s+)?/i.exec(sql);
  const rest = own ? `, ${sql.slice(own[0].length)}` : `\n${sql}`;
  return `WITH RECURSIVE ${tables.join(", ")}${rest}`;
}
