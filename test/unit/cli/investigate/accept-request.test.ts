import { expect, test } from "vitest";
import { acceptRequest, removalQuestion } from "../../../../src/cli/investigate/accept-request.ts";
import type { Agent } from "../../../../src/contract/agent.ts";
import { AppError } from "../../../../src/core/errors.ts";
import { acceptance } from "../../ui/acceptance-fixture.ts";

const nowMs = Date.parse("2026-11-01T00:00:00.000Z");
const agents = [
  ["service-web-1", "web-1"],
  ["service-db-1", "db"],
  ["service-db-2", "db"],
].map(([agent_id, hostname]) => ({ agent_id, hostname }) as Agent);

const client = {
  async agent(id: string) {
    const found = agents.find(({ agent_id }) => agent_id === id);
    if (!found) throw new AppError("not_found", "No.", { kind: "not_found", status: 404 });
    return found;
  },
  async *agents() {
    yield agents.slice(0, 1);
    yield agents.slice(1);
  },
};
const given = { because: "a test host", everywhere: false, "any-evidence": false };
const request = (flags: Partial<Parameters<typeof acceptRequest>[2]>) =>
  acceptRequest(client, "fnd_1", { ...given, ...flags }, nowMs);

test("a finding is accepted on its own host, without an end", async () => {
  expect(await request({})).toEqual({ finding_id: "fnd_1", because: "a test host" });
});

test.each([
  [{ until: "90d" }, { until: "2027-01-30T00:00:00.000Z" }],
  [{ until: "2027-01-31" }, { until: "2027-01-31T00:00:00.000Z" }],
  [{ host: "WEB-1" }, { agent_id: "service-web-1" }],
  [{ host: "service-db-2" }, { agent_id: "service-db-2" }],
  [{ tag: ["env=dev", "test"] }, { tags: { env: "dev", test: "true" } }],
  [{ everywhere: true }, { everywhere: true }],
  [{ "any-evidence": true }, { any_evidence: true }],
])("the flags %j are the fields %j", async (flags, fields) => {
  expect(await request(flags)).toMatchObject(fields);
});

test("a host that does not exist, or whose name several have, is refused", async () => {
  await expect(request({ host: "mail-1" })).rejects.toMatchObject({ kind: "not_found" });
  await expect(request({ host: "db" })).rejects.toMatchObject({
    kind: "usage",
    hint: "Pass one of their ids: service-db-1, service-db-2.",
  });
});

test("the confirmation before a removal names what it covers, escaped", () => {
  expect(removalQuestion(acceptance({ title: "Weak\u001b[2J" }))).toBe(
    'Remove the acceptance of "Weak\\x1b[2J" on web-1 (acp_01hv3k6z5w9m4q8r7t2y1x0c3b)?',
  );
});
