import { expect, test } from "vitest";
import { parseEdgeRules } from "../../../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { edgesPage } from "../../../../helpers/edges-page.ts";
import { pathKinds, rulesOf } from "../../../../planted/paths/path-cases.ts";

const rules = parseEdgeRules("data/edges");

test("docs/edges.md matches the rules and their tests (-u rewrites it)", async () => {
  await expect(edgesPage(rules)).toMatchFileSnapshot("../../../../../docs/edges.md");
});

test.each(pathKinds())("the planted paths %s are about rules that exist", (kind) => {
  const ids = rules.edgeRules.map(({ id }) => id);
  expect(rulesOf(kind).filter((id) => !ids.includes(id))).toEqual([]);
});
