import { expect, test } from "vitest";
import type { FixDraft } from "../../../../src/brain/posture/draft-fixes.ts";
import { rankFixes } from "../../../../src/brain/posture/rank-fixes.ts";

const fix = (title: string, over: Partial<FixDraft> = {}): FixDraft => ({
  title,
  remediation: "",
  severity: "low",
  confidence: 1,
  agentIds: ["web-1"],
  findings: [],
  definition: null,
  edge: null,
  chainIds: [],
  confirmed: [],
  ...over,
});
const cuts = (...ids: string[]) => ({ chainIds: ids, confirmed: ids });
const order = (...fixes: FixDraft[]) => rankFixes(fixes).map(({ title }) => title);

test("the fix that cuts most of the paths left comes next, not the one that cuts most in all", () => {
  const ranked = order(
    fix("again", cuts("a", "b", "c")),
    fix("most", cuts("a", "b", "c", "d")),
    fix("rest", cuts("e")),
  );
  expect(ranked).toEqual(["most", "rest", "again"]);
});

test("confirmed paths are cut before others, and any path before a severe finding", () => {
  const ranked = order(
    fix("severe", { severity: "critical" }),
    fix("unconfirmed", { chainIds: ["a", "b"], confirmed: [] }),
    fix("confirmed", cuts("c")),
  );
  expect(ranked).toEqual(["confirmed", "unconfirmed", "severe"]);
});

test("without paths, severity times hosts times confidence decides", () => {
  const agentIds = ["a", "b", "c", "d", "e"];
  const ranked = order(
    fix("low on five", { agentIds }),
    fix("doubtful", { severity: "high", confidence: 0.1 }),
    fix("high", { severity: "high" }),
    fix("medium on five", { severity: "medium", agentIds }),
  );
  expect(ranked).toEqual(["medium on five", "high", "low on five", "doubtful"]);
});
