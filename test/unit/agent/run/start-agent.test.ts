import { expect, onTestFinished, test } from "vitest";
import { BrainUnavailable } from "../../../../src/agent/brain-port.ts";
import type { QueryEngine } from "../../../../src/agent/query-engine.ts";
import type { ReceiptStore, StoredReceipt } from "../../../../src/agent/receipt-store.ts";
import { type AgentParts, startAgent } from "../../../../src/agent/run/start-agent.ts";
import { createSeenPlans } from "../../../../src/agent/seen-plans.ts";
import { statementResult } from "../../../helpers/records.ts";
import {
  agentKey,
  apiKeyHash,
  brainKey,
  now,
  plan,
  signed,
  strangerKey,
} from "../../plan/fixtures.ts";
import { type FakeBrain, fakeBrain } from "./fake-brain.ts";

const facts = {
  hostname: "web-1",
  os: "linux",
  os_version: "Debian 12",
  arch: "x64",
  agent_version: "1.0.0",
  tags: { env: "prod" },
  addresses: ["10.0.0.1"],
  tables: ["users"],
  pinned_key_id: null,
};

interface Running {
  brain: FakeBrain;
  log: { level: string; message: string }[];
  slept: number[];
  stop(): Promise<void>;
}

function engineWith(over: Partial<QueryEngine> = {}): QueryEngine {
  return {
    run: async (statements) => statements.map(({ id }) => statementResult({ id })),
    collectTables: async () => [],
    ...over,
  };
}

/** An agent whose first `instantSleeps` sleeps take no time; later ones last until it stops. */
function running(brain: FakeBrain, over: Partial<AgentParts> = {}, instantSleeps = 50): Running {
  const log: Running["log"] = [];
  const slept: number[] = [];
  const at = (level: string) => (_fields: object, message: string) => {
    log.push({ level, message });
  };
  const agent = startAgent({
    brain,
    verify: { agentId: plan.agent_id, publicKey: brainKey.publicKey, apiKeyHash },
    agentKey,
    facts: () => facts,
    engine: engineWith(),
    seen: createSeenPlans(),
    receipts: null,
    clock: { now: () => now },
    sleep: (ms, signal) => {
      slept.push(ms);
      if (slept.length <= instantSleeps) return Promise.resolve();
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    },
    random: () => 0.5,
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    tuning: { firstSnapshotWithinMs: 0, factsIntervalMs: null },
    ...over,
  });
  onTestFinished(() => agent.stop());
  return { brain, log, slept, stop: () => agent.stop() };
}

test("an agent registers, polls and answers a plan", async () => {
  const brain = fakeBrain({ wait_seconds: 7 });
  running(brain);
  const { request } = await brain.next("register");
  expect(request).toEqual({
    agent_id: plan.agent_id,
    public_key: agentKey.publicKey.toString("base64"),
    ...facts,
  });
  expect((await brain.next("poll")).waitSeconds).toBe(7);
  brain.offer([signed()]);
  const { planId, result } = await brain.next("result");
  expect(planId).toBe("pln_1");
  expect(result).toMatchObject({ refused: null, results: [{ id: "a" }] });
});

test("it polls while a plan runs, and uploads the receipt of a plan that a stop aborts", async () => {
  const brain = fakeBrain();
  const { stop } = running(brain, {
    engine: engineWith({
      run: (_, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () => resolve([statementResult({ id: "aborted" })])),
        ),
    }),
  });
  await brain.next("poll");
  brain.offer([signed()]);
  await brain.next("poll");
  expect(brain.requests.some(({ type }) => type === "result")).toBe(false);
  await stop();
  expect((await brain.next("result")).result.results[0]?.id).toBe("aborted");
  expect(brain.closed).toBe(true);
});

test("an agent that stops reports it last, and stops all the same if the server doesn't know that", async () => {
  const brain = fakeBrain();
  const { stop } = running(brain);
  await brain.next("poll");
  brain.failures.push(new BrainUnavailable("unknown_agent", "not found"));
  await stop();
  expect(brain.requests.at(-1)).toEqual({ type: "disconnect", agentId: plan.agent_id });
  expect(brain.closed).toBe(true);
});

test("an agent that was never connected reports nothing when it stops", async () => {
  const brain = fakeBrain();
  brain.failures.push(new BrainUnavailable("unreachable", "no connection"));
  const { stop } = running(brain, {}, 0);
  await brain.next("register");
  await stop();
  expect(brain.requests.map(({ type }) => type)).toEqual(["register"]);
});

test("a plan that is offered again while it runs is answered once", async () => {
  const brain = fakeBrain();
  let finish = () => {};
  running(brain, {
    engine: engineWith({
      run: () =>
        new Promise((resolve) => {
          finish = () => resolve([statementResult({ id: "a" })]);
        }),
    }),
  });
  await brain.next("poll");
  brain.offer([signed()]);
  await brain.next("poll");
  brain.offer([signed()]);
  await brain.next("poll");
  finish();
  await brain.next("result");
  await new Promise(setImmediate);
  // Once answered it is a replay, and refused as one.
  brain.offer([signed()]);
  expect((await brain.next("result")).result.refused?.code).toBe("already_run");
});

test("a plan signed with another key is refused, in the log and in the receipt", async () => {
  const brain = fakeBrain();
  const { log } = running(brain);
  await brain.next("poll");
  brain.offer([signed({}, strangerKey)]);
  expect((await brain.next("result")).result.refused?.code).toBe("bad_signature");
  expect(log).toContainEqual({
    level: "warn",
    message: expect.stringContaining("not signed with the pinned key"),
  });
});

test("plans run with bounded concurrency, and none is lost", async () => {
  const brain = fakeBrain();
  let working = 0;
  let most = 0;
  running(brain, {
    tuning: { maxConcurrentPlans: 3, firstSnapshotWithinMs: 0, factsIntervalMs: null },
    engine: engineWith({
      run: async () => {
        working += 1;
        most = Math.max(most, working);
        await new Promise(setImmediate);
        working -= 1;
        return [];
      },
    }),
  });
  await brain.next("poll");
  brain.offer(Array.from({ length: 20 }, (_, n) => signed({ plan_id: `pln_${n}` })));
  for (let n = 0; n < 20; n++) await brain.next("result");
  expect(most).toBe(3);
});

test("changed settings are fetched with a heartbeat and apply to the next plan", async () => {
  const brain = fakeBrain();
  const denied: string[][] = [];
  running(brain, {
    engine: engineWith({
      run: async (_, { deniedTables }) => {
        denied.push(deniedTables);
        return [];
      },
    }),
  });
  await brain.next("poll");
  brain.settings = { ...brain.settings, revision: "r2", denied_tables: ["shadow"] };
  brain.offer([]);
  expect((await brain.next("heartbeat")).facts).toEqual({});
  brain.offer([signed()]);
  await brain.next("result");
  expect(denied).toEqual([["shadow"]]);
});

test("a heartbeat sends the facts that changed, and only those", async () => {
  const brain = fakeBrain();
  let addresses = ["10.0.0.1"];
  running(brain, {
    facts: () => ({ ...facts, addresses }),
    tuning: { firstSnapshotWithinMs: 0, factsIntervalMs: 0 },
  });
  await brain.next("poll");
  addresses = ["10.0.0.2"];
  brain.offer([]);
  expect((await brain.next("heartbeat")).facts).toEqual({ addresses: ["10.0.0.2"] });
});

test("an unreachable brain is logged once and retried until it answers", async () => {
  const brain = fakeBrain();
  const unreachable = () => new BrainUnavailable("unreachable", "The brain can't be reached.");
  brain.failures = [unreachable(), unreachable(), unreachable()];
  const { log, slept } = running(brain);
  for (let n = 0; n < 4; n++) await brain.next("register");
  // Does not wait, so that the recovery is logged at once.
  expect((await brain.next("poll")).waitSeconds).toBe(0);
  brain.offer([]);
  expect((await brain.next("poll")).waitSeconds).toBe(60);
  expect(slept.slice(0, 3)).toEqual([875, 1_750, 3_500]);
  expect(log.filter(({ level }) => level === "warn")).toEqual([
    { level: "warn", message: "The brain can't be reached. Trying again in 1 s." },
  ]);
  expect(log).toContainEqual({ level: "info", message: "The server answers again." });
});

test("an agent that the brain no longer knows registers again at once", async () => {
  const brain = fakeBrain();
  const { slept } = running(brain, {}, 1);
  await brain.next("register");
  await brain.next("poll");
  brain.failures = [new BrainUnavailable("unknown_agent", "The brain does not know this agent.")];
  brain.offer([]);
  await brain.next("register");
  expect(slept.filter((ms) => ms > 0 && ms < 60_000)).toEqual([]);
});

test("polls that end at once don't become a busy loop", async () => {
  const brain = fakeBrain();
  const { slept } = running(brain);
  for (let n = 0; n < 5; n++) {
    await brain.next("poll");
    brain.offer([]);
  }
  await brain.next("poll");
  expect(slept.filter((ms) => ms === 1_000)).toHaveLength(2);
});

test("a receipt that could not be uploaded is retried", async () => {
  const brain = fakeBrain();
  const stored = new Map<string, StoredReceipt>();
  const receipts: ReceiptStore = {
    add: async (one) => void stored.set(one.planId, one),
    names: () => [...stored.keys()],
    read: async (name) => stored.get(name),
    remove: async (name) => void stored.delete(name),
  };
  running(brain, { receipts });
  await brain.next("poll");
  const unreachable = new BrainUnavailable("busy", "The brain is busy.", { retryAfterMs: 5_000 });
  // The first is for the poll that follows at once.
  brain.failures = [undefined, unreachable, unreachable];
  brain.offer([signed()]);
  for (let n = 0; n < 3; n++) expect((await brain.next("result")).planId).toBe("pln_1");
  await expect.poll(() => stored.size).toBe(0);
});

test("the first snapshot sends hashes, then the tables the brain lacks, later only changes", async () => {
  const brain = fakeBrain();
  let users: Record<string, unknown>[] = [{ username: "root" }];
  brain.missing = ({ tables }) =>
    Object.keys(tables).filter((name) => tables[name]!.rows === undefined && name === "users");
  const woken: (() => void)[] = [];
  running(brain, {
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        woken.push(resolve);
        signal.addEventListener("abort", () => resolve());
      }),
    engine: engineWith({
      collectTables: async () => [
        { name: "groups", rows: [{ groupname: "wheel" }], gaps: [] },
        { name: "users", rows: users, gaps: [] },
      ],
    }),
  });
  await expect.poll(() => woken.length).toBe(1);
  woken.shift()!();
  const sentRows = async () =>
    Object.entries((await brain.next("snapshot")).snapshot.tables).flatMap(([name, { rows }]) =>
      rows === undefined ? [] : [name],
    );
  expect(await sentRows()).toEqual([]);
  expect(await sentRows()).toEqual(["users"]);
  users = [{ username: "root" }, { username: "eve" }];
  brain.missing = () => [];
  await expect.poll(() => woken.length).toBe(1);
  woken.shift()!();
  expect(await sentRows()).toEqual(["users"]);
});
