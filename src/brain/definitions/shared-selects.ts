import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../core/errors.ts";

/** A SELECT that statements share, by the name under which they read it. */
export interface SharedSelect {
  name: string;
  sql: string;
}

/** A definition whose statements may start with shared ones. */
interface Sharing {
  id: string;
  with?: string[];
}

/** The shared statements that a definition names, from NAME.sql files in `folder`. */
export function readSharedSelects(
  { id, with: names = [] }: Sharing,
  { folder, errorCode }: { folder: string; errorCode: string },
): SharedSelect[] {
  return names.map((name) => {
    const sql = readShared(folder, name);
    if (sql === null)
      throw new AppError(errorCode, `${id}.yaml/with: there is no with/${name}.sql.`);
    return { name, sql };
  });
}

/** The shared statement NAME.sql of `folder`; null if there is none. */
export function readShared(folder: string, name: string): string | null {
  const path = join(folder, `${name}.sql`);
  if (!/^[a-z_]+$/.test(name) || !existsSync(path)) return null;
  return withoutComments(readFileSync(path, "utf8"));
}

/** Comments are for maintainers of the file; plans and proofs leave them out. */
const withoutComments = (sql: string) => sql.replace(/^--.*\n/gm, "");

/** Puts `shared` in front of `sql` as CTEs; the CTEs of `sql` itself are visible to them too. */
export function withShared(sql: string, shared: SharedSelect[]): string {
  if (shared.length === 0) return sql;
  const tables = shared.map((each) => `${each.name} AS MATERIALIZED (\n${each.sql.trimEnd()}\n)`);
  const own = /^\s*WITH\s+(?:RECURSIVE\s+)?/i.exec(sql);
  const rest = own ? `, ${sql.slice(own[0].length)}` : `\n${sql}`;
  return `WITH RECURSIVE ${tables.join(", ")}${rest}`;
}
