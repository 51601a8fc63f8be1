import { expect, test } from "vitest";
import { parseStatus } from "../../../../src/cli/agents/agent-flags.ts";
import {
  missingTagLines,
  tagAgent,
  tagsToAdd,
  untagAgent,
  withoutTags,
} from "../../../../src/cli/agents/change-tags.ts";
import { gatherAgents } from "../../../../src/cli/agents/gather-agents.ts";
import {
  findAgents,
  removalQuestion,
  removeAgents,
} from "../../../../src/cli/agents/remove-agents.ts";
import type { Client } from "../../../../src/client/types.ts";
import type { Agent } from "../../../../src/contract/agent.ts";
import { AppError } from "../../../../src/core/errors.ts";
import { agentOf } from "../../../helpers/agent.ts";

const usage = expect.objectContaining({ kind: "usage", hint: expect.any(String) });

/** A service with these agents that notes what it is asked to change. */
function fleetOf(...agents: Agent[]) {
  const changes: unknown[] = [];
  const client = {
    async *agents(query: { limit?: number }) {
      const { limit = 1000 } = query;
      changes.push(query);
      for (let at = 0; at < agents.length; at += limit) yield agents.slice(at, at + limit);
    },
    agent: async (id: string) => {
      const found = agents.find(({ agent_id }) => agent_id === id);
      if (!found) throw new AppError("not_found", "There is none.", { kind: "not_found" });
      return found;
    },
    updateAgent: async (id: string, patch: { tags: Agent["tags"] }) => {
      changes.push([id, patch]);
      return agentOf({ agent_id: id, ...patch });
    },
    removeAgent: async (id: string) => {
      changes.push(id);
    },
  } as unknown as Client;
  return { client, changes };
}

test("a listing stops at its limit and knows whether an agent beyond it fits", async () => {
  const { client, changes } = fleetOf(...["a", "b", "c"].map((agent_id) => agentOf({ agent_id })));
  const ids = async (limit: number, all = false) => {
    const { agents, more } = await gatherAgents(client, { limit, all });
    return [agents.map(({ agent_id }) => agent_id).join(""), more];
  };
  expect(await ids(2)).toEqual(["ab", true]);
  expect(await ids(3)).toEqual(["abc", false]);
  expect(await ids(1, true)).toEqual(["abc", false]);
  await gatherAgents(client, { limit: 1000, all: false });
  // A service that has the bare contract takes no limit.
  expect(changes).toEqual([{ limit: 3 }, { limit: 4 }, {}, {}]);
});

test("tags of a listing are checked before anything is sent, and a bare word is true", async () => {
  const { client, changes } = fleetOf();
  const page = { limit: 1, all: false };
  await gatherAgents(client, { ...page, tag: ["env=a=b", "web"], status: "Connected" });
  expect(changes).toMatchObject([{ tags: ["env=a=b", "web=true"], status: "Connected" }]);
  await expect(gatherAgents(client, { ...page, tag: ["=x"] })).rejects.toThrow(usage);
  expect(changes).toHaveLength(1);
});

test("a status is taken in any letter case, and nothing else is", () => {
  expect(["connected", "DISCONNECTED", "Connected"].map(parseStatus)).toEqual([
    "Connected",
    "Disconnected",
    "Connected",
  ]);
  expect(() => parseStatus("up")).toThrow(usage);
});

test("tags are added to those an agent has, the new value winning", async () => {
  const { client, changes } = fleetOf(agentOf({ tags: { env: "prod", role: "web" } }));
  await tagAgent(client, "web-1", ["env=test", "pci"]);
  expect(changes).toEqual([["web-1", { tags: { env: "test", role: "web", pci: "true" } }]]);
});

test("an agent that has the tags already is not changed", async () => {
  const { client, changes } = fleetOf(agentOf());
  expect(await tagAgent(client, "web-1", ["env=prod"])).toEqual(agentOf());
  expect(await untagAgent(client, "web-1", ["role"])).toEqual({
    agent: agentOf(),
    missing: ["role"],
  });
  expect(changes).toEqual([]);
});

test("no tag, one without a key and one given twice are usage errors", async () => {
  for (const words of [[], ["=x"], ["env=a", "env=b"]])
    expect(() => tagsToAdd(words)).toThrow(usage);
  await expect(untagAgent(fleetOf(agentOf()).client, "web-1", [])).rejects.toThrow(usage);
});

test("a key takes its tag away, a key with a value only where that is the value", () => {
  const tags = { env: "prod", role: "web", "a=b": "c" };
  expect(withoutTags(tags, ["env", "role=db"])).toEqual({
    tags: { role: "web", "a=b": "c" },
    missing: ["role=db"],
  });
  expect(withoutTags(tags, ["role=web", "a=b"])).toEqual({ tags: { env: "prod" }, missing: [] });
  expect(withoutTags(tags, ["toString"]).missing).toEqual(["toString"]);
  expect(missingTagLines(agentOf(), ["\u001b[2J"])).toEqual(["web-1 has no tag \\x1b[2J."]);
});

test("none is removed if one of them is absent, and a name given twice is one agent", async () => {
  const { client, changes } = fleetOf(agentOf(), agentOf({ agent_id: "web-2" }));
  const removed = () => changes.filter((one) => typeof one === "string");
  await expect(findAgents(client, ["web-1", "nope"])).rejects.toMatchObject({ kind: "not_found" });
  expect(removed()).toEqual([]);
  const agents = await findAgents(client, ["web-1", "web-2", "web-1"]);
  await removeAgents(client, agents);
  expect(removed()).toEqual(["web-1", "web-2"]);
});

test("who is asked about a removal is told which agents come back", () => {
  const off = agentOf({ agent_id: "off\u001b", status: "Disconnected" });
  expect(removalQuestion([off])).toBe("Remove the agent off\\x1b?");
  expect(removalQuestion([agentOf()])).toMatch(/web-1 \(it runs, and will register again/);
  expect(removalQuestion([agentOf(), off])).toMatch(/^Remove 2 agents \(1 of them run/);
});
