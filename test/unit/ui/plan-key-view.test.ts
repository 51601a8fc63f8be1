import { expect, test } from "vitest";
import type { PlanKeyReport } from "../../../src/contract/plan-key.ts";
import { planKeyView, rotatedPlanKeyView } from "../../../src/ui/views/plan-key.ts";

const style = { width: Number.POSITIVE_INFINITY, maxRows: 30, colour: false, nowMs: 0 };
const nobody = { count: 0, agent_ids: [] };
const report: PlanKeyReport = {
  algorithm: "ed25519",
  public_key: "bmV3",
  key_id: "aaaa",
  fingerprint: "SHA256:new",
  pinned_by: nobody,
  previous: [
    {
      public_key: "b2xk",
      key_id: "bbbb",
      expires_at: "2026-11-29T00:00:00.000Z",
      pinned_by: { count: 21, agent_ids: ["web-01", "evil\u001b[31m"] },
    },
  ],
  stranded: nobody,
};

test("a rotation tells the new key, the old one's end, who pins it and what to do", () => {
  expect(rotatedPlanKeyView.plain(report, style)).toEqual([
    "The plan key is replaced.",
    "SHA256:new (key id aaaa)",
    "Public key: bmV3",
    "",
    expect.stringMatching(
      /^The key bbbb keeps signing until 2026-11-29T00:00:00.000Z for 21 agents \(web-01, evil.+, and 19 more\) that pin it\.$/,
    ),
    "",
    expect.stringContaining("curl <server>/v1/plan-key"),
  ]);
  expect(rotatedPlanKeyView.plain(report, style).join("")).not.toContain("\u001b");
});

test("where nobody pins the old key there is nothing to do", () => {
  const previous = [{ ...report.previous[0]!, pinned_by: nobody }];
  expect(rotatedPlanKeyView.plain({ ...report, previous }, style).slice(-3)).toEqual([
    "The key bbbb keeps signing until 2026-11-29T00:00:00.000Z; no agent pins it.",
    "",
    "No agent needs the new key.",
  ]);
});

test("without an overlap the agents left behind are told", () => {
  const stranded = { count: 1, agent_ids: ["web-01"] };
  expect(rotatedPlanKeyView.plain({ ...report, previous: [], stranded }, style).slice(4)).toEqual([
    "The previous key no longer signs plans.",
    "",
    "1 agent (web-01) pins a key that no longer signs plans and rejects every plan.",
    "",
    expect.stringContaining("verify_key_path"),
  ]);
});

test("the key is shown with who pins it", () => {
  const pinned_by = { count: 2, agent_ids: ["a", "b"] };
  expect(planKeyView.plain({ ...report, previous: [], pinned_by }, style)).toEqual([
    "SHA256:new (key id aaaa)",
    "Public key: bmV3",
    "Pinned by 2 agents (a, b).",
  ]);
  expect(planKeyView.plain(report, style)).toContain("No agent pins it.");
});
