import { checkSql, type SqlChecker, tableCalled } from "../../definitions/check-sql.ts";
import type { FieldPath, Problem } from "../../definitions/read-definition.ts";
import { replacementFault } from "../../definitions/read-own-folder.ts";
import { contentStems } from "../../questions/text/content-stems.ts";
import { fixTemplates } from "../render-fix.ts";
import type { Check } from "../schema.ts";
import type { OwnDetection } from "./own-detection.ts";

type ProblemAt = (path: FieldPath, message: string) => Problem;

export interface LintContext {
  checker: SqlChecker;
  problemAt: ProblemAt;
  /** Ids of shipped detections. */
  shipped: ReadonlySet<string>;
  /** Ids that `related` may name: the shipped ones and those of the folder. */
  known: ReadonlySet<string>;
}

/** What is wrong with a detection beyond its schema. */
export async function lintDetection(
  definition: OwnDetection,
  { checker, problemAt, shipped, known }: LintContext,
): Promise<Problem[]> {
  const checks = Object.entries(definition.platforms) as [string, Check][];
  const statements = await Promise.all(
    checks.map(([os, check]) => lintCheck(definition, { os, check, checker })),
  );
  const faults = [
    ...lintNames(definition, { shipped, known }),
    ...lintPhrases(definition),
    ...lintTables(definition, checker),
    ...statements.flat(),
  ];
  return faults.map(({ path, message }) => problemAt(path, message));
}

interface Fault {
  path: FieldPath;
  message: string;
}

function lintNames(
  definition: OwnDetection,
  { shipped, known }: Pick<LintContext, "shipped" | "known">,
): Fault[] {
  const replacement = replacementFault(definition, shipped);
  const unknown = (definition.related ?? []).flatMap((id, at) =>
    known.has(id) ? [] : [{ path: ["related", at], message: `there is no detection ${id}` }],
  );
  return [...(replacement ? [{ path: ["id"], message: replacement }] : []), ...unknown];
}

function lintPhrases({ phrases }: OwnDetection): Fault[] {
  return phrases.flatMap((phrase, at) =>
    contentStems(phrase).size > 0
      ? []
      : [
          {
            path: ["phrases", at],
            message: `the phrase "${phrase}" has no word that says what is asked`,
          },
        ],
  );
}

function lintTables({ tables }: OwnDetection, checker: SqlChecker): Fault[] {
  return tables.flatMap((name, at) =>
    tableCalled(checker, name)
      ? []
      : [{ path: ["tables", at], message: `there is no table ${name}` }],
  );
}

async function lintCheck(
  definition: OwnDetection,
  { os, check, checker }: { os: string; check: Check; checker: SqlChecker },
): Promise<Fault[]> {
  const path = ["platforms", os];
  const conditions = await Promise.all(
    (["applies", "unknown"] as const).map(async (name) => {
      const sql = check[name];
      const { problem } = sql ? await checkSql(checker, sql, os) : { problem: null };
      return problem === null
        ? []
        : [{ path: [...path, name], message: `${os}.${name}: ${problem}` }];
    }),
  );
  const evidence = await checkSql(checker, check.sql, os);
  return [
    ...conditions.flat(),
    ...(evidence.problem === null
      ? lintColumns(definition, os, evidence.columns)
      : [{ path: [...path, "sql"], message: `${os}.sql: ${evidence.problem}` }]),
  ];
}

/** The key and the placeholders of the fix must be columns of the evidence. */
function lintColumns({ key, fix }: OwnDetection, os: string, columns: string[]): Fault[] {
  const has = `the columns on ${os} are ${columns.join(", ")}`;
  const keys = key.flatMap((name, at) =>
    columns.includes(name)
      ? []
      : [{ path: ["key", at], message: `${name} is no column of the evidence; ${has}` }],
  );
  const placeholders = (fix ? fixTemplates(fix) : []).flatMap((template, at) =>
    [...template.matchAll(/\{(\w+)\}/g)]
      .filter(([, name = ""]) => !columns.includes(name))
      .map(([text]) => ({
        path: Array.isArray(fix) ? ["fix", at] : ["fix", "sysctl"],
        message: `${text} is no column; ${has}`,
      })),
  );
  return [...keys, ...placeholders];
}
