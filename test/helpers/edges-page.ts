import type { PathRules } from "../../src/brain/pathfinder/rules/load-edge-rules.ts";

const intro = `# Every edge

What the pathfinder walks over, made from the rules in \`data/edges\`. The cost is what going over it takes, from 1 (nothing) to 10 (luck or patience); the cheapest ways are told first. Between key and account lies the network, an edge of its own: Reaches.
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
