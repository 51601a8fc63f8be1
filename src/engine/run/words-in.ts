import { cachedByItems } from "../../core/cached/cached-by-items.ts";

/**
 * Every name and keyword in the statements, in lower case: they read no other tables than those.
 */
export const wordsIn: (statements: readonly { sql: string }[]) => ReadonlySet<string> =
  cachedByItems(
    (statements: readonly { sql: string }[]) =>
      new Set(statements.flatMap(({ sql }) => sql.toLowerCase().match(/[a-z_]\w*/g) ?? [])),
  );
