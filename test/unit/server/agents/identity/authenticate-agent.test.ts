import { expect, test } from "vitest";
import type { RegisterRequest } from "../../../../../src/contract/agent.ts";
import { createSigningKey } from "../../../../../src/plan/key-seed.ts";
import { proofHeader, sequenceHeader, signRequest } from "../../../../../src/plan/request-proof.ts";
import { fingerprintOf, type SigningKey } from "../../../../../src/plan/signing-key.ts";
import { inProcess } from "../../../../../src/server/agents/identity/agent-identity.ts";
import { handMadeAgent } from "../../../../helpers/hand-made-agent.ts";
import { startTestServer } from "../../../../helpers/test-server.ts";

type Operation = Parameters<typeof signRequest>[0]["operation"];

/** A server, and an agent that signs its requests. */
async function start(agentId = "web-1", key: SigningKey = createSigningKey().key) {
  const server = await startTestServer();
  const { call } = server;
  const public_key = key.publicKey.toString("base64");
  const registration: RegisterRequest = handMadeAgent(agentId, { public_key }).registration;
  let sequence = 0;
  const proof = (operation: Operation, body: unknown, over: { sequence?: number } = {}) => {
    sequence += 1;
    const options = { key, sequence, ...over };
    return { [proofHeader]: signRequest({ operation, agentId, body }, options) };
  };
  const path = `/v1/agents/${agentId}`;
  const register = (headers = {}, json: object = registration) =>
    call("POST", "/v1/agents/register", { json, headers });
  const heartbeat = (headers = {}, json: object = {}) =>
    call("POST", `${path}/heartbeat`, { json, headers });
  const poll = (headers = {}) => call("GET", `${path}/plans?wait=0`, { headers });
  return { ...server, registration, proof, register, heartbeat, poll, path };
}

test("an agent that signs its requests is known by them, and unsigned ones are rejected", async () => {
  const { registration, proof, register, heartbeat, poll } = await start();
  expect((await register(proof("register", registration))).status).toBe(201);
  expect((await heartbeat(proof("heartbeat", {}))).status).toBe(202);
  expect((await poll(proof("poll", null))).status).toBe(204);
  for (const rejected of [await register(), await heartbeat(), await poll()])
    expect(rejected).toMatchObject({ status: 403, body: { error: "agent_not_verified" } });
});

test("an agent that has never signed a request needs no signature, but a wrong one is rejected", async () => {
  const { proof, register, heartbeat, poll } = await start();
  expect((await register()).status).toBe(201);
  expect((await heartbeat()).status).toBe(202);
  expect((await poll()).status).toBe(204);
  expect((await poll({ [proofHeader]: "1.AAAA" })).status).toBe(403);
  expect((await poll(proof("heartbeat", null))).status).toBe(403);
});

test("a signature is valid for one operation, one agent, one body and one sequence number", async () => {
  const { registration, proof, register, heartbeat, poll } = await start();
  const first = proof("register", registration);
  expect((await register(first)).status).toBe(201);
  const other = await start("db-1");
  expect((await poll(proof("heartbeat", null))).status).toBe(403);
  expect((await poll(other.proof("poll", null))).status).toBe(403);
  expect((await heartbeat(proof("heartbeat", {}), { hostname: "other" })).status).toBe(403);
  const tampered = Object.values(proof("poll", null))[0]!.replace(/^\d+/, "999");
  expect((await poll({ [proofHeader]: tampered })).status).toBe(403);
  expect(await register(first)).toMatchObject({
    status: 409,
    headers: { [sequenceHeader]: "1" },
    body: { error: "agent_request_repeated" },
  });
});

test("only the agent itself can report that it stops", async () => {
  const { call, path, registration, proof, register } = await start();
  await register(proof("register", registration));
  const disconnect = (headers: Record<string, string>) =>
    call("POST", `${path}/disconnect`, { headers });
  expect((await disconnect({})).status).toBe(403);
  expect((await disconnect(proof("poll", null))).status).toBe(403);
  expect((await call("GET", path)).body.status).toBe("Connected");
  expect((await disconnect(proof("disconnect", null))).status).toBe(204);
  expect((await call("GET", path)).body.status).toBe("Disconnected");
});

test("a refused key is listed until an operator approves it, and the old key is rejected afterwards", async () => {
  const { call, path, registration, proof, register, poll } = await start();
  await register(proof("register", registration));
  const { key } = createSigningKey();
  const json = { ...registration, public_key: key.publicKey.toString("base64") };
  const newProof = (sequence: number) => ({
    [proofHeader]: signRequest(
      { operation: "register", agentId: "web-1", body: json },
      { key, sequence },
    ),
  });
  expect(await register(newProof(1), json)).toMatchObject({
    status: 409,
    body: { error: "agent_id_in_use" },
  });
  const fingerprint = fingerprintOf(key.publicKey);
  expect((await call("GET", path)).body.pending_key).toMatchObject({ fingerprint });
  const approve = (fingerprint: string) =>
    call("POST", `${path}/approve`, { json: { fingerprint } });
  expect((await approve("SHA256:other")).status).toBe(400);
  const approved = await approve(fingerprint);
  expect(approved.status).toBe(200);
  expect(approved.body).not.toHaveProperty("pending_key");
  expect((await register(newProof(1), json)).status).toBe(200);
  expect((await poll(proof("poll", null))).status).toBe(403);
  expect((await register(proof("register", registration))).status).toBe(409);
});

test("an agent in the server's process can't be impersonated over the network", async () => {
  const { services, account, registration, proof, register, poll } = await start();
  const caller = { accountId: account.id, apiKeyHash: Buffer.alloc(32) };
  await services.fleet.register(caller, registration, inProcess);
  expect((await register(proof("register", registration))).status).toBe(409);
  expect((await poll(proof("poll", null))).status).toBe(403);
});

test("a removed agent's id is free for another key", async () => {
  const { call, path, registration, proof, register } = await start();
  await register(proof("register", registration));
  await call("DELETE", path);
  const { registration: other } = handMadeAgent("web-1");
  expect((await register({}, other)).status).toBe(201);
});
