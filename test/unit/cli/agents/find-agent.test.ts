import { expect, test } from "vitest";
import { type AgentFinder, findAgent } from "../../../../src/cli/agents/find-agent.ts";
import type { Agent } from "../../../../src/contract/agent.ts";
import { AppError } from "../../../../src/core/errors.ts";

/** A fleet that counts its listings. */
function fleetOf(...ids: string[]) {
  const fleet = ids.map((agent_id) => ({ agent_id }) as Agent);
  const asked = { listings: 0 };
  const client: AgentFinder = {
    agent: async (id) => {
      const found = fleet.find(({ agent_id }) => agent_id === id);
      if (!found) throw new AppError("not_found", "No.", { kind: "not_found", status: 404 });
      return found;
    },
    async *agents() {
      asked.listings += 1;
      yield fleet;
    },
  };
  return { client, asked };
}

test("an agent is found by its id in one request, also if that begins another", async () => {
  const { client, asked } = fleetOf("web-1", "web-10");
  expect((await findAgent(client, "web-1")).agent_id).toBe("web-1");
  expect(asked.listings).toBe(0);
});

test("an agent is found by the beginning of its id, with or without service-", async () => {
  const { client } = fleetOf("service-web-1", "service-db-1");
  expect((await findAgent(client, "service-w")).agent_id).toBe("service-web-1");
  expect((await findAgent(client, "db")).agent_id).toBe("service-db-1");
});

test("a beginning of no agent, or of several, is an error", async () => {
  const { client } = fleetOf("web-1", "web-2");
  await expect(findAgent(client, "mail")).rejects.toMatchObject({ code: "not_found" });
  await expect(findAgent(client, "web")).rejects.toMatchObject({ kind: "usage" });
});
