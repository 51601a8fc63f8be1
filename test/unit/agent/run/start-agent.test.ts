import { expect, onTestFinished, test } from "vitest";
import type { QueryEngine } from "../../../../src/agent/query-engine.ts";
import { BrainUnavailable } from "../../../../src/agent/brain-port.ts";
import type { StoredReceipt, ReceiptStore } from "../../../../src/agent/receipt-store.ts";
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

function answererOf(over: Partial<QueryEngine> = {}): QueryEngine {
  return {
    run: async (statements) => statements.map(({ id }) => statementResult({ id })),
    collectTables: async () => [],
    ...over,
  };
}

/** An agent whose sleeps take no time, until it has slept `naps` times. */
function running(brain: FakeBrain, over: Partial<AgentParts> = {}, naps = 50): Running {
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
    engine: answererOf(),
    seen: createSeenPlans(),
    receipts: null,
    clock: { now: () => now },
    sleep: (ms, signal) => {
      slept.push(ms);
      if (slept.length <= naps) return Promise.resolve();
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

test("an agent says who it is, polls, and answers what it is asked", async () => {
  const brain = fakeBrain({ wait_seconds: 7 });
  running(brain);
  const { request } = await brain.heard("register");
  expect(request).toEqual({
    agent_id: plan.agent_id,
    public_key: agentKey.publicKey.toString("base64"),
    ...facts,
  });
  expect((await brain.heard("poll")).waitSeconds).toBe(7);
  brain.give([signed()]);
  const { planId, result } = await brain.heard("result");
  expect(planId).toBe("pln_1");
  expect(result).toMatchObject({ refused: null, results: [{ id: "a" }] });
});

test("it polls on while a plan runs, and tells what a stop broke off", async () => {
  const brain = fakeBrain();
  const { stop } = running(brain, {
    engine: answererOf({
      run: (_, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () => resolve([statementResult({ id: "broken off" })])),
        ),
    }),
  });
  await brain.heard("poll");
  brain.give([signed()]);
  await brain.heard("poll");
  expect(brain.said.some(({ type }) => type === "result")).toBe(false);
  await stop();
  expect((await brain.heard("result")).result.results[0]?.id).toBe("broken off");
  expect(brain.closed).toBe(true);
});

test("a plan that is offered again while it runs is answered once", async () => {
  const brain = fakeBrain();
  let finish = () => {};
  running(brain, {
    engine: answererOf({
      run: () =>
        new Promise((resolve) => {
          finish = () => resolve([statementResult({ id: "a" })]);
        }),
    }),
  });
  await brain.heard("poll");
  brain.give([signed()]);
  await brain.heard("poll");
  brain.give([signed()]);
  await brain.heard("poll");
  finish();
  await brain.heard("result");
  await new Promise(setImmediate);
  // Now that it is answered it is a replay, and told as one.
  brain.give([signed()]);
  expect((await brain.heard("result")).result.refused?.code).toBe("already_run");
});

test("a plan of somebody else is refused, in the log and in the receipt", async () => {
  const brain = fakeBrain();
  const { log } = running(brain);
  await brain.heard("poll");
  brain.give([signed({}, strangerKey)]);
  expect((await brain.heard("result")).result.refused?.code).toBe("bad_signature");
  expect(log).toContainEqual({
    level: "warn",
    message: expect.stringContaining("not signed with the pinned key"),
  });
});

test("no more plans than a few run at the same time, and none is lost", async () => {
  const brain = fakeBrain();
  let working = 0;
  let most = 0;
  running(brain, {
    tuning: { maxConcurrentPlans: 3, firstSnapshotWithinMs: 0, factsIntervalMs: null },
    engine: answererOf({
      run: async () => {
        working += 1;
        most = Math.max(most, working);
        await new Promise(setImmediate);
        working -= 1;
        return [];
      },
    }),
  });
  await brain.heard("poll");
  brain.give(Array.from({ length: 20 }, (_, n) => signed({ plan_id: `pln_${n}` })));
  for (let n = 0; n < 20; n++) await brain.heard("result");
  expect(most).toBe(3);
});

test("other settings are fetched by a heartbeat, which changes what is denied", async () => {
  const brain = fakeBrain();
  const denied: string[][] = [];
  running(brain, {
    engine: answererOf({
      run: async (_, { deniedTables }) => {
        denied.push(deniedTables);
        return [];
      },
    }),
  });
  await brain.heard("poll");
  brain.settings = { ...brain.settings, revision: "r2", denied_tables: ["shadow"] };
  brain.give([]);
  expect((await brain.heard("heartbeat")).facts).toEqual({});
  brain.give([signed()]);
  await brain.heard("result");
  expect(denied).toEqual([["shadow"]]);
});

test("facts that changed are told, and only those", async () => {
  const brain = fakeBrain();
  let addresses = ["10.0.0.1"];
  running(brain, {
    facts: () => ({ ...facts, addresses }),
    tuning: { firstSnapshotWithinMs: 0, factsIntervalMs: 0 },
  });
  await brain.heard("poll");
  addresses = ["10.0.0.2"];
  brain.give([]);
  expect((await brain.heard("heartbeat")).facts).toEqual({ addresses: ["10.0.0.2"] });
});

test("a brain that is away is told once and tried again until it is back", async () => {
  const brain = fakeBrain();
  const away = () => new BrainUnavailable("unreachable", "The brain can't be reached.");
  brain.failures = [away(), away(), away()];
  const { log, slept } = running(brain);
  for (let n = 0; n < 4; n++) await brain.heard("register");
  // Asks for no wait, so that the end of the trouble is told at once.
  expect((await brain.heard("poll")).waitSeconds).toBe(0);
  brain.give([]);
  expect((await brain.heard("poll")).waitSeconds).toBe(60);
  expect(slept.slice(0, 3)).toEqual([875, 1_750, 3_500]);
  expect(log.filter(({ level }) => level === "warn")).toEqual([
    { level: "warn", message: "The brain can't be reached. Trying again in 1 s." },
  ]);
  expect(log).toContainEqual({ level: "info", message: "The brain answers again." });
});

test("an agent that the brain forgot registers again at once", async () => {
  const brain = fakeBrain();
  const { slept } = running(brain, {}, 1);
  await brain.heard("register");
  await brain.heard("poll");
  brain.failures = [new BrainUnavailable("unknown_agent", "The brain does not know this agent.")];
  brain.give([]);
  await brain.heard("register");
  expect(slept.filter((ms) => ms > 0 && ms < 60_000)).toEqual([]);
});

test("polls that end at once don't become a storm", async () => {
  const brain = fakeBrain();
  const { slept } = running(brain);
  for (let n = 0; n < 5; n++) {
    await brain.heard("poll");
    brain.give([]);
  }
  await brain.heard("poll");
  expect(slept.filter((ms) => ms === 1_000)).toHaveLength(2);
});

test("a receipt that could not be delivered goes later", async () => {
  const brain = fakeBrain();
  const kept = new Map<string, StoredReceipt>();
  const outbox: ReceiptStore = {
    add: async (one) => void kept.set(one.planId, one),
    names: () => [...kept.keys()],
    read: async (name) => kept.get(name),
    remove: async (name) => void kept.delete(name),
  };
  running(brain, { receipts: outbox });
  await brain.heard("poll");
  const away = new BrainUnavailable("busy", "The brain is busy.", { retryAfterMs: 5_000 });
  // The first is for the poll that follows at once.
  brain.failures = [undefined, away, away];
  brain.give([signed()]);
  for (let n = 0; n < 3; n++) expect((await brain.heard("result")).planId).toBe("pln_1");
  await expect.poll(() => kept.size).toBe(0);
});

test("a first snapshot goes as hashes, then what the brain lacks, later only what changed", async () => {
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
    engine: answererOf({
      collectTables: async () => [
        { name: "groups", rows: [{ groupname: "wheel" }], gaps: [] },
        { name: "users", rows: users, gaps: [] },
      ],
    }),
  });
  await expect.poll(() => woken.length).toBe(1);
  woken.shift()!();
  const sentRows = async () =>
    Object.entries((await brain.heard("snapshot")).snapshot.tables).flatMap(([name, { rows }]) =>
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
