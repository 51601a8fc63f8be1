import { expect, test } from "vitest";
import type { Hop } from "../../../../src/brain/pathfinder/model/types.ts";
import { chainOfPath } from "../../../../src/brain/pathfinder/report/chain-of-path.ts";
import { draftFixes } from "../../../../src/brain/posture/draft-fixes.ts";
import type { WayToRoot } from "../../../../src/brain/posture/find-ways-to-root.ts";
import type { Finding } from "../../../../src/contract/summary.ts";
import { finding } from "../../../helpers/api-records.ts";
import { edgeRule, hop, pathOf } from "../../../helpers/paths.ts";
import { detectionDefinition } from "../../../helpers/records.ts";

const rule = edgeRule({ title: "sudo gives root", attack: ["T1548.003"] });
const sudo = (command: string, over: Partial<Hop> = {}) =>
  hop({ rule, proof: { sql: "", columns: ["command"], row: [command] }, ...over });

function way(id: string, ...lastHops: Hop[]): WayToRoot {
  const path = pathOf(lastHops[0]!);
  const terms = {
    criticalityOf: () => "normal" as const,
    isFresh: () => true,
    unanswered: new Set<string>(),
  };
  const chain = { ...chainOfPath(path, terms), chain_id: id };
  return { chain, root: { path, agent_id: "web-1", lastHops } };
}

const rows = (...cells: string[][]) => ({
  evidence: { sql: "", columns: ["username", "command"], rows: cells, row_count: cells.length },
});
const drafts = (ways: WayToRoot[], findings: Finding[] = []) =>
  draftFixes({ ways, findings, definitionOf: (id) => detectionDefinition({ id }) });

test("an edge and the detection that reports its fault are one fix, which cuts the path", () => {
  const found = drafts([way("chn_1", sudo("ALL"))], [finding(rows(["alice", "ALL"]))]);
  expect(found).toMatchObject([
    { definition: { id: "nopasswd_sudo" }, edge: "SudoRoot", chainIds: ["chn_1"] },
  ]);
});

test.each([
  ["another account", finding(rows(["bob", "ALL"]))],
  ["another command", finding(rows(["alice", "vi"]))],
  ["another host", finding({ ...rows(["alice", "ALL"]), agent_id: "db-1" })],
  ["another technique", finding({ ...rows(["alice", "ALL"]), attack: ["T1021"] })],
])("a finding about %s is another fix", (_, other) => {
  expect(drafts([way("chn_1", sudo("ALL"))], [other])).toMatchObject([
    { definition: { id: "nopasswd_sudo" }, chainIds: [] },
    { definition: null, edge: "SudoRoot", title: "sudo gives root", chainIds: ["chn_1"] },
  ]);
});

test("a fix that removes one of two rows behind a step cuts nothing", () => {
  const found = drafts([way("chn_1", sudo("vi"), sudo("less"))]);
  expect(found.map(({ chainIds }) => chainIds)).toEqual([[], []]);
});

test("rows that one repair removes are one fix, for every path that ends with them", () => {
  const shared = { proof: { sql: "", columns: ["command", "fix"], row: ["vi", "line 3"] } };
  const other = { proof: { sql: "", columns: ["command", "fix"], row: ["less", "line 3"] } };
  const hops = [hop({ rule, ...shared }), hop({ rule, ...other })];
  expect(drafts([way("chn_1", ...hops), way("chn_2", hops[0]!)])).toMatchObject([
    { chainIds: ["chn_1", "chn_2"], confirmed: ["chn_1", "chn_2"] },
  ]);
});

test("of several findings about an edge the most severe one stands for it", () => {
  const severe = finding({
    ...rows(["alice", "ALL"]),
    detection_id: "worse",
    severity: "critical",
  });
  const found = drafts([way("chn_1", sudo("ALL"))], [finding(rows(["alice", "ALL"])), severe]);
  expect(found.find(({ chainIds }) => chainIds.length > 0)?.definition?.id).toBe("worse");
});
