import { expect, test } from "vitest";
import { loadEdgeRules } from "../../../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { edgesPage } from "../../../../helpers/edges-page.ts";

test("docs/edges.md matches the rules (-u rewrites it)", async () => {
  await expect(edgesPage(loadEdgeRules("data/edges"))).toMatchFileSnapshot(
    "../../../../../docs/edges.md",
  );
});
