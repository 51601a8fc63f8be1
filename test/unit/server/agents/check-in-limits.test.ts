import { expect, test } from "vitest";
import { handMadeAgent } from "../../../helpers/hand-made-agent.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

async function limited(rateLimitPerMinute: number) {
  const server = await startTestServer({ rateLimitPerMinute });
  const key = await server.keyWith("agents:connect");
  const register = (agentId: string, as = key) =>
    server.call("POST", "/v1/agents/register", {
      key: as,
      json: handMadeAgent(agentId).registration,
    });
  const beat = (agentId: string) =>
    server.call("POST", `/v1/agents/${agentId}/heartbeat`, { key, json: {} });
  return { ...server, key, register, beat };
}

test("check-in requests don't count against the limit of the shared key", async () => {
  const { call, keyWith, beat } = await limited(2);
  const key = await keyWith("agents:connect", "agents:read");
  const json = handMadeAgent("a").registration;
  await call("POST", "/v1/agents/register", { key, json });
  for (let times = 0; times < 10; times++) expect((await beat("a")).status).toBe(202);
  expect((await call("GET", "/v1/agents", { key })).status).toBe(200);
});

test("an agent that sends too many requests is limited without affecting others", async () => {
  const { register, beat, clock } = await limited(600);
  await register("wild");
  await register("calm");
  clock.ms += 1000;
  for (let times = 0; times < 600; times++) expect((await beat("wild")).status).toBe(202);
  clock.ms += 20_000;
  const rejected = await beat("wild");
  expect(rejected).toMatchObject({ status: 429, body: { error: "rate_limit_exceeded" } });
  expect(rejected.headers["retry-after"]).toBe("40");
  expect((await beat("calm")).status).toBe(202);
  clock.ms += 40_000;
  expect((await beat("wild")).status).toBe(202);
});

test("too many registrations with one key are limited without affecting other keys", async () => {
  const { register, beat, keyWith, clock } = await limited(1);
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++) statuses.push((await register(`agent-${n}`)).status);
  expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(429)]);
  expect((await register("late")).headers["retry-after"]).toBe("60");
  expect((await beat("agent-0")).status).toBe(202);
  expect((await register("elsewhere", await keyWith("agents:connect"))).status).toBe(201);
  clock.ms += 60_000;
  expect((await register("late")).status).toBe(201);
});

test("requests for unknown agents are limited", async () => {
  const { beat, register } = await limited(1);
  const statuses: number[] = [];
  for (let n = 0; n < 22; n++) statuses.push((await beat(`nobody-${n}`)).status);
  expect(statuses).toEqual([...Array(20).fill(404), 429, 429]);
  expect((await register("somebody")).status).toBe(201);
});

test("a key without agents:connect has its usual limit on check-in routes", async () => {
  const { call, keyWith } = await limited(2);
  const key = await keyWith("agents:read");
  const statuses: number[] = [];
  for (let n = 0; n < 3; n++)
    statuses.push((await call("POST", "/v1/agents/register", { key, json: {} })).status);
  expect(statuses).toEqual([403, 403, 429]);
});

test("with the limit off no request is limited", async () => {
  const { register, beat } = await limited(0);
  await register("a");
  for (let times = 0; times < 700; times++) expect((await beat("a")).status).toBe(202);
});
