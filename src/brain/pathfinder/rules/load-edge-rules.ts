import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../../core/errors.ts";
import { ownValue } from "../../../core/own-value.ts";
import { loadDefinitions, parseDefinitions } from "../../definitions/load-definitions.ts";
import { EdgeRule, FactRule } from "./edge-rule.ts";
import { withShared } from "./shared-selects.ts";

export interface PathRules {
  edgeRules: EdgeRule[];
  factRules: FactRule[];
}

const errorCode = "bad_edge_rule";

/**
 * Loads the rules of `folder` (data/edges), each with the shared statements that its SQL starts
 * with.
 */
export function loadEdgeRules(folder: string): PathRules {
  return readRules(folder, loadDefinitions);
}

/** The same, always from the YAML files. */
export function parseEdgeRules(folder: string): PathRules {
  return readRules(folder, parseDefinitions);
}

type ReadDefinitions = typeof loadDefinitions;

function readRules(folder: string, read: ReadDefinitions): PathRules {
  const edges = read(folder, { schema: EdgeRule, errorCode });
  const facts = read(join(folder, "facts"), { schema: FactRule, errorCode });
  return {
    edgeRules: edges.map((rule) => completedFrom(folder, rule)),
    factRules: facts.map((rule) => completedFrom(folder, rule)),
  };
}

function completedFrom<Rule extends FactRule>(folder: string, rule: Rule): Rule {
  return completeRule(rule, (name) => {
    const sql = readShared(folder, name);
    if (sql !== null) return sql;
    throw new AppError(errorCode, `${rule.id}.yaml/with: there is no with/${name}.sql.`);
  });
}

/** The rule with its shared statements in front of its own. */
export function completeRule<Rule extends FactRule>(
  rule: Rule,
  sharedSql: (name: string) => string,
): Rule {
  const shared = (rule.with ?? []).map((name) => ({ name, sql: sharedSql(name) }));
  const platforms = Object.fromEntries(
    Object.entries(rule.platforms).map(([os, sql]) => [os, withShared(sql, shared)]),
  );
  return { ...rule, platforms };
}

/** The shared statement `name` of a folder of rules; null if there is none. */
export function readShared(folder: string, name: string): string | null {
  const path = join(folder, "with", `${name}.sql`);
  if (!/^[a-z_]+$/.test(name) || !existsSync(path)) return null;
  return withoutComments(readFileSync(path, "utf8"));
}

/** Comments are for maintainers of the file; plans and proofs leave them out. */
const withoutComments = (sql: string) => sql.replace(/^--.*\n/gm, "");

/**
 * The statements for a host of this system (`linux`, `darwin`, `windows`), one per rule, with the
 * rule's id.
 */
export function statementsFor(rules: FactRule[], os: string): { id: string; sql: string }[] {
  return rules.flatMap(({ id, platforms }) => {
    const sql = ownValue<string | undefined>(platforms, os);
    return sql === undefined ? [] : [{ id, sql }];
  });
}
