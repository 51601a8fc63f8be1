import { join } from "node:path";
import { ownValue } from "../../../core/own-value.ts";
import { loadDefinitions, parseDefinitions } from "../../definitions/load-definitions.ts";
import {
  readSharedSelects,
  type SharedSelect,
  withShared,
} from "../../definitions/shared-selects.ts";
import { EdgeRule, FactRule } from "./edge-rule.ts";

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
    edgeRules: edges.map((rule) => completed(rule, folder)),
    factRules: facts.map((rule) => completed(rule, folder)),
  };
}

function completed<Rule extends FactRule>(rule: Rule, folder: string): Rule {
  return completeRule(rule, readSharedSelects(rule, { folder: join(folder, "with"), errorCode }));
}

/** The rule with its shared statements in front of its own. */
export function completeRule<Rule extends FactRule>(rule: Rule, shared: SharedSelect[]): Rule {
  const platforms = Object.fromEntries(
    Object.entries(rule.platforms).map(([os, sql]) => [os, withShared(sql, shared)]),
  );
  return { ...rule, platforms };
}

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
