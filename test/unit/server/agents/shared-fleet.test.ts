import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { RegisterRequest } from "../../../../src/contract/agent.ts";
import { createSigningKey } from "../../../../src/plan/key-seed.ts";
import { hashApiKey } from "../../../../src/plan/plan-mac.ts";
import { signRequest } from "../../../../src/plan/request-proof.ts";
import type { Fleet } from "../../../../src/server/agents/fleet.ts";
import type { RefusedKey } from "../../../../src/server/agents/identity/pending-keys.ts";
import type { AgentRecord } from "../../../../src/store/records.ts";
import { handMadeAgent } from "../../../helpers/hand-made-agent.ts";
import { newDatabase } from "../../../helpers/postgres.ts";
import { openTestStore } from "../../../helpers/postgres-store.ts";
import { startMs, testFleet } from "../../../helpers/test-server.ts";

const caller = { accountId: "acc_1", apiKeyHash: hashApiKey("iq_key") };
const never = new AbortController().signal;

describe("over PostgreSQL", () => {
  /** Two servers' fleets; all of it ends with the test. */
  async function twoFleets(
    onKeyRefused: (refused: RefusedKey) => void = () => undefined,
  ): Promise<[Fleet, Fleet]> {
    const database = await newDatabase();
    const clock = { now: () => startMs };
    const open = async () => {
      const store = await openTestStore(database);
      onTestFinished(() => store.close());
      return testFleet({ store, shared: store.shared, clock, onKeyRefused });
    };
    return [await open(), await open()];
  }

  function signedRegistration(sequence: number, { key } = createSigningKey()) {
    const public_key = key.publicKey.toString("base64");
    const request: RegisterRequest = handMadeAgent("web-1", { public_key }).registration;
    const signed = { operation: "register", agentId: "web-1", body: request } as const;
    const credentials = {
      proof: signRequest(signed, { key, sequence }),
      certificateSubject: null,
    };
    return { key, request, credentials };
  }

  async function register(fleet: Fleet, registration: ReturnType<typeof signedRegistration>) {
    const sender = await fleet.authenticateRegistration("acc_1", registration);
    if (!sender.ok) return sender;
    await fleet.register(caller, registration.request, sender.sender);
    return sender;
  }

  test("a request that one server has seen is rejected by the others", async () => {
    const [one, other] = await twoFleets();
    const registration = signedRegistration(1);
    expect(await register(one, registration)).toMatchObject({ ok: true });
    expect(await register(other, registration)).toEqual({ ok: false, reason: "repeated", last: 1 });
    const agent = (await other.find("acc_1", "web-1")) as AgentRecord;
    const signed = { operation: "poll", agentId: "web-1", body: null } as const;
    const proof = signRequest(signed, { key: registration.key, sequence: 2 });
    const poll = { signed, credentials: { proof, certificateSubject: null } };
    const verdicts = await Promise.all(
      [one, other].map((fleet) => fleet.authenticate(agent, poll)),
    );
    expect(verdicts).toContainEqual({ ok: true });
    expect(verdicts).toContainEqual({ ok: false, reason: "repeated", last: 2 });
  });

  test("a key that one server refused is reported once, and approved at another", async () => {
    const refused: RefusedKey[] = [];
    const [one, other] = await twoFleets((key) => void refused.push(key));
    await register(one, signedRegistration(1));
    const agent = (await one.find("acc_1", "web-1")) as AgentRecord;
    const reinstalled = createSigningKey();
    await expect(register(one, signedRegistration(1, reinstalled))).rejects.toThrow(/approve/);
    await expect(register(other, signedRegistration(2, reinstalled))).rejects.toThrow(/approve/);
    expect(refused).toHaveLength(1);
    const { fingerprint } = refused[0]!;
    await vi.waitFor(() => expect(one.pendingKey(agent)).toMatchObject({ fingerprint }));
    await other.approve("acc_1", "web-1", { fingerprint });
    await vi.waitFor(() => expect(one.pendingKey(agent)).toBeUndefined());
    expect(await register(one, signedRegistration(3, reinstalled))).toMatchObject({ ok: true });
  });

  test("changed tags reach an agent that polls another server, at once or at its next poll", async () => {
    const [one, other] = await twoFleets();
    await register(one, signedRegistration(1));
    const options = { waitMs: 600_000, signal: never };
    const polled = other.poll(caller, "web-1", options);
    await one.patch("acc_1", "web-1", { tags: { role: "db" } });
    const before = await polled;
    await one.patch("acc_1", "web-1", { tags: { role: "web" } });
    expect(await other.poll(caller, "web-1", options)).toEqual({ ...before, plans: [] });
  });

  test("a question to one server is answered by an agent that polls another", async () => {
    const [one, other] = await twoFleets();
    await register(other, signedRegistration(1));
    const agent = (await one.find("acc_1", "web-1")) as AgentRecord;
    const polled = other.poll(caller, "web-1", { waitMs: 60_000, signal: never });
    const time = new AbortController();
    const asked = one.ask({
      agent,
      investigationId: "inv_1",
      statements: [{ id: "a", sql: "SELECT 1", max_rows: 1, timeout_ms: 1000 }],
      timeoutMs: 30_000,
      signal: time.signal,
    });
    expect((await polled).plans).toHaveLength(1);
    time.abort();
    expect(await asked).toMatchObject({ ok: false, reason: "timed_out" });
  });
});
