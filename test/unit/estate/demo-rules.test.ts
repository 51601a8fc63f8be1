import { beforeAll, expect, test } from "vitest";
import { edgesOfHost } from "../../../src/brain/pathfinder/model/host-edges.ts";
import type { EdgeState } from "../../../src/brain/pathfinder/rules/edge-rule.ts";
import { parseEdgeRules } from "../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { answersOfDemo } from "../../helpers/demo-graph.ts";

const { edgeRules } = parseEdgeRules("data/edges");

/** Rules whose edges are no step of a path: they only say which right is missing. */
const explaining = new Set(["cert_untrusted", "su_password", "sudo_others"]);

/** By rule id. */
const states = new Map<string, Set<EdgeState>>(edgeRules.map(({ id }) => [id, new Set()]));

beforeAll(async () => {
  for (const { results } of await answersOfDemo(edgeRules))
    for (const { rule, state } of edgesOfHost(edgeRules, results).drafts)
      states.get(rule.id)!.add(state);
}, 120_000);

test.each(edgeRules.map(({ id }) => id))("%s gives an edge in the demo", (id) => {
  const useful: EdgeState[] = explaining.has(id)
    ? ["absent"]
    : ["proven", "conditional", "inferred"];
  expect([...states.get(id)!].filter((state) => useful.includes(state))).not.toEqual([]);
});
