import { checkSql, type SqlChecker } from "../../definitions/check-sql.ts";
import type { FieldPath, Problem } from "../../definitions/read-definition.ts";
import { replacementFault } from "../../definitions/read-own-folder.ts";
import type { OwnEdgeRule } from "./own-edge-rule.ts";

/** Placeholders that are no columns. */
const filledIn = ["from", "to", "host", "origin"];

interface Fault {
  path: FieldPath;
  message: string;
}

export interface EdgeLintContext {
  checker: SqlChecker;
  problemAt(path: FieldPath, message: string): Problem;
  /** Ids of shipped rules. */
  shipped: ReadonlySet<string>;
  /** The rule's statement for an operating system, with the shared ones that it starts with. */
  completed: OwnEdgeRule;
}

/** What is wrong with an edge rule beyond its schema. */
export async function lintEdgeRule(
  rule: OwnEdgeRule,
  { checker, problemAt, shipped, completed }: EdgeLintContext,
): Promise<Problem[]> {
  const replacement = replacementFault(rule, shipped);
  const statements = await Promise.all(
    Object.entries(completed.platforms).map(([os, sql]) =>
      lintStatement(rule, { os, sql, checker }),
    ),
  );
  const faults: Fault[] = [
    ...(replacement ? [{ path: ["id"], message: replacement }] : []),
    ...statements.flat(),
  ];
  return faults.map(({ path, message }) => problemAt(path, message));
}

async function lintStatement(
  { sentence, remediation }: OwnEdgeRule,
  { os, sql, checker }: { os: string; sql: string; checker: SqlChecker },
): Promise<Fault[]> {
  const { columns, problem } = await checkSql(checker, sql, os);
  if (problem !== null) return [{ path: ["platforms", os], message: `${os}: ${problem}` }];
  const has = `the columns on ${os} are ${columns.join(", ")}`;
  const ends = ["from", "to"].flatMap((name) =>
    columns.includes(name)
      ? []
      : [{ path: ["platforms", os], message: `${os}: there is no column ${name}; ${has}` }],
  );
  const placeholders = Object.entries({ sentence, remediation }).flatMap(([field, text]) =>
    [...(text ?? "").matchAll(/\{(\w+)\}/g)]
      .filter(([, name = ""]) => !filledIn.includes(name) && !columns.includes(name))
      .map(([placeholder]) => ({ path: [field], message: `${placeholder} is no column; ${has}` })),
  );
  return [...ends, ...placeholders];
}
