import { expect, test } from "vitest";
import { loadEdgeRules } from "../../../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { edgesPage } from "../../../../helpers/edges-page.ts";

test("docs/edges.md is what the rules make (-u writes it anew)", async () => {
  await expect(edgesPage(loadEdgeRules("data/edges"))).toMatchFileSnapshot(
    "../../../../../docs/edges.md",
  );
});
