import { expect, test } from "vitest";
import { agentListView, agentView, removedAgentsView } from "../../../src/ui/views/agents.ts";
import { agentOf } from "../../helpers/agent.ts";

const nowMs = Date.parse("2026-11-01T01:00:00.000Z");
const style = { width: 80, maxRows: 30, colour: false, nowMs };

test("a listing tells who is there, since when not, and that more follow", () => {
  const agents = [
    agentOf(),
    agentOf({ agent_id: "web-2", status: "Disconnected", last_heartbeat_at: null }),
  ];
  const lines = agentListView.plain({ agents, more: true }, style);
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^web-1 +web-1\.ex.* Connected +linux 12 +3s ago +env=prod$/);
  expect(lines[2]).toMatch(/^web-2 .* Disconnected +linux 12 +never +env=prod$/);
  expect(lines[3]).toMatch(/^There are more: use --all/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(agentListView.plain({ agents: [], more: false }, style)).toEqual(["No agents."]);
});

test("the JSON of a listing is the API's bare array", () => {
  expect(agentListView.json!({ agents: [agentOf()], more: false })).toEqual([agentOf()]);
});

test("one agent is told in full, wrapped, with what hosts say escaped", () => {
  const addresses = Array.from({ length: 12 }, (_, at) => `10.0.0.${at}`);
  const tags = { b: "2", a: "\u001b[2J" };
  const lines = agentView.plain(agentOf({ addresses, tags, policies: ["pol_1"] }), style);
  const text = lines.join("\n");
  expect(text).not.toContain("\u001b");
  expect(text).toMatch(/^tags +a=\\x1b\[2J b=2$/m);
  expect(text).toMatch(/^policies +pol_1$/m);
  expect(text).toMatch(/^system +linux 12, x64$/m);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(text).toContain("10.0.0.11");
});

test("a removal says that a running agent comes back", () => {
  const off = agentOf({ agent_id: "web-2", status: "Disconnected" });
  expect(removedAgentsView.plain([agentOf(), off], style)).toEqual([
    expect.stringMatching(
      /^Removed web-1 .* It is running and registers again unless you stop it\.$/,
    ),
    "Removed web-2 and its snapshot.",
  ]);
  expect(removedAgentsView.json!([off])).toEqual({ agent_id: "web-2", deleted: true });
  expect(removedAgentsView.json!([off, off])).toHaveLength(2);
});
