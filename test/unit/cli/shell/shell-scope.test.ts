import { expect, test } from "vitest";
import type { AgentFinder } from "../../../../src/cli/agents/find-agent.ts";
import { scopeOfWords, scopeWords } from "../../../../src/cli/shell/shell-scope.ts";
import type { Agent } from "../../../../src/contract/agent.ts";
import { AppError } from "../../../../src/core/errors.ts";

const fleet = [
  { agent_id: "service-web-1", hostname: "web-1" },
  { agent_id: "service-web-10", hostname: "web-10" },
  { agent_id: "a7", hostname: "mail" },
] as Agent[];
const client: AgentFinder = {
  agent: async (id) => {
    const found = fleet.find(({ agent_id }) => agent_id === id);
    if (!found) throw new AppError("not_found", "No.", { kind: "not_found", status: 404 });
    return found;
  },
  async *agents() {
    yield fleet;
  },
};

test("words with = are tags, others are names of hosts", async () => {
  const scope = await scopeOfWords(["env=prod", "web-1", "mail"], client);
  expect(scope).toEqual({ tag: ["env=prod"], agent: ["service-web-1", "a7"] });
  expect(scopeWords(scope)).toBe("env=prod service-web-1 a7");
});

test("all is every host", async () => {
  expect(await scopeOfWords(["all"], client)).toEqual({});
  expect(scopeWords({})).toBe("");
});

test("a host that isn't there is an error", async () => {
  await expect(scopeOfWords(["db-1"], client)).rejects.toMatchObject({
    message: "There is no host db-1.",
    kind: "not_found",
  });
});
