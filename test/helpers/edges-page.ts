import type { PathRules } from "../../src/brain/pathfinder/rules/load-edge-rules.ts";

const intro = `# Edges

The kinds of edges in [attack paths](paths.md), generated from the rules in \`data/edges\`. The cost is the effort an attacker needs, from 1 (none) to 10 (luck or patience); the cheapest paths are shown first. The network between a key and the account it opens is a separate edge: Reaches.
`;

/** A page of Markdown with every edge rule, by edge. */
export function edgesPage({ edgeRules }: Pick<PathRules, "edgeRules">): string {
  const rules = [...edgeRules].sort((a, b) =>
    `${a.edge} ${a.id}`.localeCompare(`${b.edge} ${b.id}`),
  );
  const sections = rules.map(
    ({ id, edge, title, description, from, to, cost, attack, platforms }) =>
      [
        `## ${edge}: ${title}`,
        description,
        `${from} → ${to} · cost ${cost} · ${Object.keys(platforms).join(", ")}${attack.length > 0 ? ` · ${attack.join(", ")}` : ""} · \`data/edges/${id}.yaml\``,
      ].join("\n\n"),
  );
  return `${[intro.trim(), ...sections].join("\n\n")}\n`;
}
