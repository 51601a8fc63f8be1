import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { checkTrusted } from "../../../core/operator-files/read-trusted-folder.ts";
import type { SqlChecker } from "../../definitions/check-sql.ts";
import type { Problem } from "../../definitions/read-definition.ts";
import { badFile, type OwnFile, readOwnFolder } from "../../definitions/read-own-folder.ts";
import { readShared } from "../../definitions/shared-selects.ts";
import type { EdgeRule } from "./edge-rule.ts";
import { lintEdgeRule } from "./lint-edge-rule.ts";
import { completeRule } from "./load-edge-rules.ts";
import { OwnEdgeRule } from "./own-edge-rule.ts";

/** What rules of an operator are checked against. */
export interface EdgeContext {
  checker: SqlChecker;
  /** Ids of the shipped rules. */
  shipped: ReadonlySet<string>;
  /** The folder of the shipped rules, whose shared statements own rules may start with. */
  shippedFolder: string;
}

/**
 * The rules of an operator's folder, each with its shared statements: those of the folder's `with`
 * and the shipped ones. Throws an `AppError` that names file and line for the first invalid one.
 */
export async function loadOwnEdgeRules(folder: string, context: EdgeContext): Promise<EdgeRule[]> {
  const files = readOwnFolder(folder, OwnEdgeRule) as OwnFile<OwnEdgeRule>[];
  const rules: EdgeRule[] = [];
  for (const file of files) {
    const checked = await checkEdgeRule(file, { folder, ...context });
    if (!checked.ok) throw badFile(file.path, checked.problems);
    const { replaces: _, ...rule } = checked.rule;
    rules.push(rule);
  }
  return rules;
}

/** A rule with its shared statements, or what is wrong with it. */
export async function checkEdgeRule(
  { definition, problemAt }: Pick<OwnFile<OwnEdgeRule>, "definition" | "problemAt">,
  { folder, shippedFolder, ...context }: EdgeContext & { folder: string },
): Promise<{ ok: true; rule: OwnEdgeRule } | { ok: false; problems: Problem[] }> {
  const shared = (definition.with ?? []).map((name) => ({
    name,
    sql: readOwnShared(folder, name) ?? readShared(join(shippedFolder, "with"), name),
  }));
  const missing = shared.flatMap(({ name, sql }, at) =>
    sql === null ? [problemAt(["with", at], `there is no shared statement with/${name}.sql`)] : [],
  );
  if (missing.length > 0) return { ok: false, problems: missing };
  const completed = completeRule(
    definition,
    shared.map(({ name, sql }) => ({ name, sql: sql ?? "" })),
  );
  const problems = await lintEdgeRule(definition, { ...context, problemAt, completed });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rule: completed };
}

function readOwnShared(folder: string, name: string): string | null {
  const path = join(folder, "with", `${name}.sql`);
  if (/^[a-z_]+$/.test(name) && existsSync(path)) checkTrusted(path, lstatSync(path));
  return readShared(join(folder, "with"), name);
}
