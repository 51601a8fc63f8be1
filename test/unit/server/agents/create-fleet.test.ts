import { expect, test } from "vitest";
import { claimedPlanId } from "../../../../src/agent/run/claimed-plan-id.ts";
import { createSeenPlans } from "../../../../src/agent/seen-plans.ts";
import { loadSnapshot } from "../../../../src/brain/snapshots/find-snapshot.ts";
import type { RegisterRequest } from "../../../../src/contract/agent.ts";
import { createSigningKey } from "../../../../src/plan/key-seed.ts";
import { hashApiKey } from "../../../../src/plan/plan-mac.ts";
import { signResult } from "../../../../src/plan/sign-result.ts";
import { signSnapshot } from "../../../../src/plan/sign-snapshot.ts";
import { verifyPlan } from "../../../../src/plan/verify-plan.ts";
import type { ConnectionChange } from "../../../../src/server/agents/connection-changes.ts";
import { inProcess } from "../../../../src/server/agents/identity/agent-identity.ts";
import type { AgentRecord, PolicyRecord } from "../../../../src/store/records.ts";
import { hashRows } from "../../../helpers/hash-rows.ts";
import { openTestStore, startMs, testFleet } from "../../../helpers/test-server.ts";

const caller = { accountId: "acc_1", apiKeyHash: hashApiKey("iq_key") };
const never = new AbortController().signal;
const { key } = createSigningKey();

function registration(over: Partial<RegisterRequest> = {}): RegisterRequest {
  return {
    agent_id: "web-1",
    hostname: "web-1",
    os: "linux",
    os_version: "12",
    arch: "x64",
    agent_version: "0.1.0",
    tags: { role: "web" },
    addresses: ["192.0.2.1"],
    tables: ["users"],
    public_key: key.publicKey.toString("base64"),
    pinned_key_id: null,
    ...over,
  };
}

function policy(over: Partial<PolicyRecord> = {}): PolicyRecord {
  const at = new Date(startMs).toISOString();
  return {
    id: "pol_1",
    account_id: "acc_1",
    name: "no shadow",
    match: { role: "web" },
    deny_tables: ["shadow"],
    criticality: "normal",
    snapshot_interval: null,
    created_at: at,
    updated_at: at,
    ...over,
  };
}

async function aFleet() {
  const store = await openTestStore();
  const clock = { ms: startMs, now: () => clock.ms };
  const fleet = testFleet({ store, clock });
  const poll = (signal = never, waitMs = 60_000) => fleet.poll(caller, "web-1", { waitMs, signal });
  const agent = async () => (await fleet.find("acc_1", "web-1")) as AgentRecord;
  const ask = async (over: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    fleet.ask({
      agent: await agent(),
      investigationId: "inv_1",
      statements: [{ id: "a", sql: "SELECT 1", max_rows: 1, timeout_ms: 1000 }],
      timeoutMs: 30_000,
      signal: never,
      ...over,
    });
  return { store, clock, fleet, poll, agent, ask };
}

test("the first registration creates an agent, the second updates it", async () => {
  const { fleet, agent, store } = await aFleet();
  expect(await fleet.register(caller, registration())).toMatchObject({
    created: true,
    settings: { agent_id: "web-1", denied_tables: [], snapshot_interval_seconds: 900 },
  });
  expect(await fleet.register(caller, registration({ hostname: "web" }))).toMatchObject({
    created: false,
  });
  expect(await agent()).toMatchObject({ hostname: "web", tags: { role: "web" } });
  const events = await store.page("event", { account: "acc_1", order: "oldest_first", limit: 9 });
  expect(events.records.map(({ event }) => event.event_type)).toEqual(["agent.registered"]);
});

test("concurrent registrations create one agent", async () => {
  const { fleet, store } = await aFleet();
  const made = await Promise.all([1, 2, 3, 4].map(() => fleet.register(caller, registration())));
  expect(made.filter(({ created }) => created)).toHaveLength(1);
  expect((await store.statistics()).records).toMatchObject({ agent: 1, event: 1 });
});

test("an agent in the server's process is rejected while a remote agent with its id polls", async () => {
  const { fleet, poll } = await aFleet();
  await fleet.register(caller, registration());
  const stop = new AbortController();
  const polling = poll(stop.signal);
  const other = registration({ public_key: createSigningKey().key.publicKey.toString("base64") });
  await expect
    .poll(() => fleet.register(caller, other, inProcess).catch(({ code }) => code))
    .toBe("agent_id_in_use");
  stop.abort();
  await polling;
  expect(await fleet.register(caller, other, inProcess)).toMatchObject({ created: false });
  // The remote agent's key is still bound to the id.
  expect(await fleet.register(caller, registration())).toMatchObject({ created: false });
});

test("an operator's tags are kept until the agent reports different ones", async () => {
  const { fleet, agent } = await aFleet();
  await fleet.register(caller, registration({ tags: { role: "web", env: "dev", team: "a" } }));
  await fleet.patch("acc_1", "web-1", { tags: { role: "db", env: "dev", owner: "me" } });
  await fleet.register(caller, registration({ tags: { role: "web", env: "dev", team: "a" } }));
  expect((await agent()).tags).toEqual({ role: "db", env: "dev", owner: "me" });
  await fleet.heartbeat(caller, "web-1", { tags: { role: "proxy", team: "a" } });
  expect((await agent()).tags).toEqual({ role: "proxy", owner: "me" });
});

test("a plan is signed for its agent, and the answer includes its receipt", async () => {
  const { fleet, poll, ask, clock } = await aFleet();
  await fleet.register(caller, registration());
  const polling = poll();
  const asked = ask();
  const { plans } = await polling;
  const check = { agentId: "web-1", publicKey: null, apiKeyHash: caller.apiKeyHash };
  const verdict = verifyPlan(plans[0], { ...check, now: clock.ms, seen: createSeenPlans() });
  expect(verdict).toMatchObject({ ok: true, plan: { investigation_id: "inv_1" } });
  const planId = claimedPlanId(plans[0]);
  const receipt = signResult(
    {
      plan_id: planId,
      agent_id: "web-1",
      started_at: "",
      finished_at: "",
      refused: null,
      results: [],
    },
    key,
  );
  expect(await fleet.acceptResult(caller, "web-1", { planId, receipt })).toEqual({
    plan_id: planId,
    status: "accepted",
  });
  expect(await asked).toMatchObject({
    ok: true,
    receipt: { plan_id: planId, key_id: key.keyId, payload: receipt.payload },
  });
});

test("a receipt for a plan from before a restart is late if the agent signed it, otherwise not found", async () => {
  const { fleet } = await aFleet();
  await fleet.register(caller, registration());
  const result = {
    plan_id: "pln_old",
    agent_id: "web-1",
    started_at: "",
    finished_at: "",
    refused: null,
    results: [],
  };
  const own = { planId: "pln_old", receipt: signResult(result, key) };
  expect(await fleet.acceptResult(caller, "web-1", own)).toMatchObject({ status: "late" });
  const forged = { planId: "pln_old", receipt: signResult(result, createSigningKey().key) };
  await expect(fleet.acceptResult(caller, "web-1", forged)).rejects.toMatchObject({ status: 404 });
});

test("an agent is connected while it polls and for 90 s after its last request", async () => {
  const { fleet, poll, agent, clock } = await aFleet();
  await fleet.register(caller, registration());
  clock.ms += 89_999;
  expect(fleet.isConnected(await agent())).toBe(true);
  clock.ms += 1;
  expect(fleet.isConnected(await agent())).toBe(false);
  const stop = new AbortController();
  const polling = poll(stop.signal);
  await expect.poll(async () => fleet.isConnected(await agent())).toBe(true);
  stop.abort();
  await polling;
});

test("an agent that reports its stop is disconnected at once, also after a restart, until it returns", async () => {
  const { fleet, poll, agent, ask, store, clock } = await aFleet();
  await fleet.register(caller, registration());
  const polling = poll();
  clock.ms += 90_000;
  await expect.poll(async () => fleet.isConnected(await agent())).toBe(true);
  await fleet.disconnect(caller, "web-1");
  expect((await polling).plans).toEqual([]);
  expect(fleet.isConnected(await agent())).toBe(false);
  expect(await ask()).toMatchObject({ reason: "offline", detail: "the agent is not connected" });
  await fleet.stop();
  const next = testFleet({ store, clock });
  const again = (await next.find("acc_1", "web-1"))!;
  expect(next.isConnected(again)).toBe(false);
  await next.poll(caller, "web-1", { waitMs: 0, signal: never });
  expect(next.isConnected(again)).toBe(true);
});

test("without a server that agents can reach, only those of this process are connected", async () => {
  const { fleet, store, clock } = await aFleet();
  await fleet.register(caller, registration());
  await fleet.register(caller, registration({ agent_id: "local" }));
  await fleet.stop();
  const embedded = testFleet({ store, clock, isReachable: false });
  await embedded.register(caller, registration({ agent_id: "local" }));
  const agents = await embedded.agentsOf("acc_1");
  const connected = agents.filter((agent) => embedded.isConnected(agent));
  expect(connected.map(({ agent_id }) => agent_id)).toEqual(["local"]);
});

test("connections are reported once, and their end with the agent's report", async () => {
  const changes: ConnectionChange[] = [];
  const store = await openTestStore();
  const clock = { now: () => startMs };
  const fleet = testFleet({ store, clock, onConnectionChange: (change) => changes.push(change) });
  await fleet.register(caller, registration());
  await fleet.heartbeat(caller, "web-1", {});
  await fleet.disconnect(caller, "web-1");
  await fleet.disconnect(caller, "web-1");
  expect(changes).toEqual([
    { agentId: "web-1", isConnected: true },
    { agentId: "web-1", isConnected: false },
  ]);
});

test("asking an agent that is long gone fails at once", async () => {
  const { fleet, ask, clock } = await aFleet();
  await fleet.register(caller, registration());
  clock.ms += 3_600_000;
  expect(await ask()).toEqual({
    ok: false,
    reason: "offline",
    detail: "the agent is not connected",
  });
});

test("after a restart the server waits for agents that were connected before", async () => {
  const { fleet, store, clock } = await aFleet();
  await fleet.register(caller, registration());
  await fleet.stop();
  clock.ms += 5 * 60_000;
  const next = testFleet({ store, clock });
  const asked = next.ask({
    agent: (await next.find("acc_1", "web-1"))!,
    investigationId: "inv_1",
    statements: [{ id: "a", sql: "SELECT 1", max_rows: 1, timeout_ms: 1000 }],
    timeoutMs: 30_000,
    signal: never,
  });
  expect((await next.poll(caller, "web-1", { waitMs: 1000, signal: never })).plans).toHaveLength(1);
  await next.stop();
  expect(await asked).toMatchObject({ ok: false, reason: "offline" });
});

test("last contact times survive a restart, although polls write nothing", async () => {
  const { fleet, store, clock } = await aFleet();
  await fleet.register(caller, registration());
  const stored = async () => (await store.find("agent", "acc_1/web-1"))?.record.last_heartbeat_at;
  const before = await stored();
  clock.ms += 60_000;
  await fleet.poll(caller, "web-1", { waitMs: 0, signal: never });
  expect(await stored()).toBe(before);
  await fleet.stop();
  expect(await stored()).toBe(new Date(clock.ms).toISOString());
});

test("a policy change ends a poll with the new settings revision", async () => {
  const { fleet, poll, store } = await aFleet();
  const { settings } = await fleet.register(caller, registration());
  const polling = poll();
  await store.commit([
    { type: "put", kind: "policy", record: policy({ snapshot_interval: "5m" }) },
  ]);
  await fleet.settingsChanged("acc_1");
  const { plans, settingsRevision } = await polling;
  expect(plans).toEqual([]);
  expect(settingsRevision).not.toBe(settings.revision);
  expect(await fleet.heartbeat(caller, "web-1", {})).toMatchObject({
    denied_tables: ["shadow"],
    snapshot_interval_seconds: 300,
    revision: settingsRevision,
  });
});

test("a policy change between two polls ends the second at once", async () => {
  const { fleet, poll, store } = await aFleet();
  const { settings } = await fleet.register(caller, registration());
  await store.commit([{ type: "put", kind: "policy", record: policy() }]);
  await fleet.settingsChanged("acc_1");
  const { settingsRevision } = await poll();
  expect(settingsRevision).not.toBe(settings.revision);
  const next = poll(never, 50);
  expect(await Promise.race([next, "polling"])).toBe("polling");
  expect((await next).settingsRevision).toBe(settingsRevision);
});

test("a policy change without effect on an agent leaves its poll open", async () => {
  const { fleet, poll, store, agent } = await aFleet();
  await fleet.register(caller, registration());
  const stop = new AbortController();
  const polling = poll(stop.signal);
  await expect.poll(async () => fleet.isConnected(await agent())).toBe(true);
  const record = policy({ match: { role: "db" } });
  await store.commit([{ type: "put", kind: "policy", record }]);
  await fleet.settingsChanged("acc_1");
  expect(await Promise.race([polling, "polling"])).toBe("polling");
  stop.abort();
  await polling;
});

test("stored rows of a table are removed when a policy denies it", async () => {
  const { fleet, store } = await aFleet();
  await fleet.register(caller, registration());
  const empty = { sha256: hashRows([]), rows: [], gaps: [] };
  const snapshot = {
    agent_id: "web-1",
    collected_at: "2026-11-01T00:00:00.000Z",
    tables: { shadow: empty, users: empty },
  };
  await fleet.saveSnapshot(caller, "web-1", signSnapshot(snapshot, key));
  await store.commit([{ type: "put", kind: "policy", record: policy() }]);
  await fleet.settingsChanged("acc_1");
  const stored = await loadSnapshot(store, { id: "acc_1/web-1" });
  expect(Object.keys(stored!.tables)).toEqual(["users"]);
});

test("agents get the settings with a denied table before its stored rows are removed", async () => {
  const { fleet, store, poll } = await aFleet();
  await fleet.register(caller, registration());
  const snapshot = {
    agent_id: "web-1",
    collected_at: "2026-11-01T00:00:00.000Z",
    tables: { shadow: { sha256: hashRows([]), rows: [], gaps: [] } },
  };
  await fleet.saveSnapshot(caller, "web-1", signSnapshot(snapshot, key));
  const polling = poll();
  await store.commit([{ type: "put", kind: "policy", record: policy() }]);
  const { putBlob } = store;
  let letDiskGo = () => {};
  const disk = new Promise<void>((resolve) => {
    letDiskGo = resolve;
  });
  store.putBlob = async (...blob) => {
    await disk;
    return putBlob(...blob);
  };
  const changed = fleet.settingsChanged("acc_1");
  expect((await polling).plans).toEqual([]);
  letDiskGo();
  await changed;
  expect((await loadSnapshot(store, { id: "acc_1/web-1" }))!.tables).toEqual({});
});

test("a snapshot must be signed with the agent's key, and rows are requested once", async () => {
  const { fleet, store } = await aFleet();
  await fleet.register(caller, registration());
  const rows = [{ username: "root" }];
  const sha256 = hashRows(rows);
  const snapshot = (tables: Record<string, unknown>, by = key) =>
    signSnapshot(
      { agent_id: "web-1", collected_at: "2026-11-01T00:00:00.000Z", tables } as never,
      by,
    );
  const send = (signed: ReturnType<typeof snapshot>) => fleet.saveSnapshot(caller, "web-1", signed);
  expect(await send(snapshot({ users: { sha256, gaps: [] } }))).toEqual({ missing: ["users"] });
  expect(await send(snapshot({ users: { sha256, rows, gaps: [] } }))).toEqual({ missing: [] });
  expect(await send(snapshot({ users: { sha256, gaps: [] } }))).toEqual({ missing: [] });
  const forged = snapshot({ users: { sha256, rows: [], gaps: [] } }, createSigningKey().key);
  await expect(send(forged)).rejects.toMatchObject({ issues: [{ path: "signature" }] });
  const stored = await loadSnapshot(store, { id: "acc_1/web-1" });
  expect(await stored?.read(["users"])).toEqual({ users: JSON.stringify(rows) });
});

test("removing an agent removes its snapshot", async () => {
  const { fleet, store } = await aFleet();
  await fleet.register(caller, registration());
  const tables = { users: { sha256: hashRows([]), rows: [], gaps: [] } };
  const snapshot = { agent_id: "web-1", collected_at: "2026-11-01T00:00:00.000Z", tables };
  await fleet.saveSnapshot(caller, "web-1", signSnapshot(snapshot, key));
  const { blob } = (await store.find("snapshot", "acc_1/web-1"))!.record;
  expect(await fleet.remove("acc_1", "web-1")).toBe(true);
  expect(await store.getBlob(blob)).toBeUndefined();
  expect(await fleet.remove("acc_1", "web-1")).toBe(false);
  await expect(fleet.heartbeat(caller, "web-1", {})).rejects.toMatchObject({ status: 404 });
});

test("agents with the same id in two accounts are separate", async () => {
  const { fleet } = await aFleet();
  await fleet.register(caller, registration());
  const other = { ...caller, accountId: "acc_2" };
  await expect(fleet.heartbeat(other, "web-1", {})).rejects.toMatchObject({ status: 404 });
  expect(await fleet.register(other, registration())).toMatchObject({ created: true });
});
