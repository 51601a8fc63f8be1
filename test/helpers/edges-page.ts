import { readFileSync } from "node:fs";
import { type PathRules, statementsFor } from "../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { tables } from "../../src/tables/registry.ts";
import { plantedFilesOf } from "../planted/paths/path-cases.ts";

type Rule = PathRules["edgeRules"][number];

const intro = `# Edges

The kinds of edges in [attack paths](paths.md), generated from the rules in \`data/edges\` and their tests. The cost is the effort an attacker needs, from 1 (none) to 10 (luck or patience); the cheapest paths are shown first. The network between a key and the account it opens is a separate edge: Reaches.

Each rule reads the tables that are listed as its proof. What cuts it are the cases of its tests in which it gives no edge that works: recorded hosts, and for most kinds also real systems, in which the attack is carried out and fails.
`;

/** A page of Markdown with every edge rule, by edge. */
export function edgesPage({ edgeRules }: Pick<PathRules, "edgeRules">): string {
  const rules = [...edgeRules].sort((a, b) =>
    `${a.edge} ${a.id}`.localeCompare(`${b.edge} ${b.id}`),
  );
  return `${[intro.trim(), ...rules.map(section)].join("\n\n")}\n`;
}

function section(rule: Rule): string {
  const { id, edge, title, description, from, to, cost, attack, platforms } = rule;
  const planted = plantedFilesOf(id);
  const cuts = [...cutsOfFixtures(id), ...planted.flatMap((file) => file.cuts)];
  const explained = explainedByFixtures(id);
  const facts = [`${from} → ${to}`, `cost ${cost}`, Object.keys(platforms).join(", "), ...attack];
  return [
    `## ${edge}: ${title}`,
    description,
    [...facts.filter(Boolean), code(`data/edges/${id}.yaml`)].join(" · "),
    `- Proved by: ${tablesOf(rule).map(code).join(", ")}.`,
    explained.length > 0
      ? `- Explains: ${explained.join("; ")}.`
      : `- Cut by: ${[...new Set(cuts)].join("; ")}.`,
    `- Tests: ${[`test/fixtures/edges/${id}.json`, ...planted.map(({ path }) => path)].map(code).join(", ")}.`,
  ]
    .join("\n\n")
    .replaceAll(/\n\n- (Cut|Explains|Tests)/g, "\n- $1");
}

const code = (text: string) => `\`${text}\``;

/** The tables that the rule's statements name, those of its shared statements included. */
function tablesOf(rule: Rule): string[] {
  const sql = Object.keys(rule.platforms)
    .flatMap((os) => statementsFor([rule], os))
    .map((statement) => statement.sql)
    .join("\n");
  const named = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g)].map(([, name]) => name);
  const known = tables.map(({ name }) => name).filter((name) => named.includes(name));
  return [...new Set(known)].sort();
}

interface FixtureCase {
  name: string;
  edges: { state?: string }[];
}

const fixturesOf = (id: string): FixtureCase[] =>
  JSON.parse(readFileSync(`test/fixtures/edges/${id}.json`, "utf8"));

const isBlocked = ({ edges }: FixtureCase) =>
  edges.every(({ state }) => state === "refuted" || state === "absent");

const cutsOfFixtures = (id: string): string[] =>
  fixturesOf(id)
    .filter(isBlocked)
    .map(({ name }) => name);

/** What a rule explains that gives no edge that works; empty for all others. */
function explainedByFixtures(id: string): string[] {
  const cases = fixturesOf(id);
  if (!cases.every(isBlocked)) return [];
  return cases.filter(({ edges }) => edges.length > 0).map(({ name }) => name);
}
