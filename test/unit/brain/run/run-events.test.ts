import { Value } from "typebox/value";
import { expect, onTestFinished, test } from "vitest";
import { createCatalogue } from "../../../../src/brain/detections/catalogue.ts";
import type { AskOutcome, AskRequest } from "../../../../src/brain/ports/services.ts";
import { startRunner } from "../../../../src/brain/run/runner.ts";
import { isTerminal } from "../../../../src/contract/enums.ts";
import type { Event } from "../../../../src/contract/event.ts";
import { eventData } from "../../../../src/contract/event-data.ts";
import { unsigned } from "../../../../src/server/agents/identity/agent-identity.ts";
import { registerAgent } from "../../../../src/server/agents/register-agent.ts";
import type { DeliveryRecord, InvestigationRecord } from "../../../../src/store/records.ts";
import { withoutWays } from "../../../helpers/pathfinder.ts";
import {
  agentRecord,
  detectionDefinition,
  kindWords,
  reading,
  statementResult,
} from "../../../helpers/records.ts";
import { planResult, signedAnswer } from "../../../helpers/signed-answer.ts";
import { startTestServer } from "../../../helpers/test-server.ts";

const hostnames = ["web-1", "web-2"];

/** What a host answers where each statement of a detection finds one weak thing. */
function weak({ agent, statements }: AskRequest): AskOutcome {
  const results = statements.map(({ id }) =>
    statementResult({ id, columns: ["a"], rows: [["thing"]] }),
  );
  return signedAnswer(planResult(agent.agent_id, `pln_${agent.agent_id}`, results));
}

/** The whole API with a subscription to everything, and runners over the same store. */
async function start() {
  const server = await startTestServer();
  const { account, call, services, store } = server;
  const agents = hostnames.map((agent_id) =>
    agentRecord({ agent_id, account_id: account.id, tags: { env: "prod", rack: "7" } }),
  );
  await call("POST", "/v1/webhooks/subscriptions", {
    json: { url: "https://receiver.example/", events: ["*"] },
  });
  const run = (ask: (request: AskRequest) => Promise<AskOutcome> | AskOutcome) => {
    const runner = startRunner({
      services: {
        store,
        clock: { now: Date.now },
        emit: services.emit,
        catalogue: createCatalogue({
          definitions: [detectionDefinition()],
          shippedCases: {},
          store,
        }),
        read: async () => reading({ route: ["detections"], detections: ["weak"], sql: [] }),
        agentsOf: async () => agents,
        ask: async (request) => ask(request),
        evaluator: {
          tablesRead: async () => ["things"],
          overSnapshots: async () => [],
          overRows: async () => {
            throw new Error("nothing to merge here");
          },
        },
        pathfinder: withoutWays,
        wordsOf: () => kindWords({ noun: "things" }),
        columnFormats: {},
      },
      worker: "test",
      concurrency: 8,
      onError: (error) => {
        throw error;
      },
    });
    onTestFinished(() => runner.stop());
    services.wake = () => runner.wake();
    return runner;
  };
  const trigger = async (tags: Record<string, string> = {}) => {
    const scope = { type: "selector", filter: { tags } };
    const json = { query: "weak things", mode: "live", scope };
    return (await call("POST", "/v1/investigations", { json })).body.investigation_id as string;
  };
  /** The investigation, once it `is` so. */
  const once = async (id: string, is: (record: InvestigationRecord) => boolean) => {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        const stop = store.watch(() => {
          stop();
          resolve();
        });
      });
      const { record } = (await store.find("investigation", id))!;
      if (is(record)) return record;
      await changed;
    }
  };
  const ended = (id: string) => once(id, ({ status }) => isTerminal(status));
  /** Every stored event, checked against its schema, each with the one delivery that it made. */
  const events = async () => {
    const told: Event[] = [];
    for await (const { event } of store.scan("event")) told.push(event);
    const deliveries: DeliveryRecord[] = [];
    for await (const record of store.scan("delivery")) deliveries.push(record);
    expect(deliveries.map(({ event_id }) => event_id).sort()).toEqual(
      told.map(({ event_id }) => event_id).sort(),
    );
    for (const { event_type, data } of told) {
      expect([...Value.Errors(eventData[event_type], data)]).toEqual([]);
    }
    return told;
  };
  const types = async () => (await events()).map(({ event_type }) => event_type).sort();
  return { ...server, run, trigger, once, ended, events, types };
}

const everything = [
  "finding.discovered",
  "finding.discovered",
  "investigation.completed",
  "investigation.queued",
];

test("a run emits one event per transition, each with the tags for filters", async () => {
  const { ended, events, run, trigger, types } = await start();
  run(weak);
  await ended(await trigger({ env: "prod" }));
  expect(await types()).toEqual(everything);
  for (const { event_type, data } of await events()) {
    const isFinding = event_type === "finding.discovered";
    expect(data.tags).toEqual(isFinding ? { env: "prod", rack: "7" } : { env: "prod" });
    if (event_type !== "investigation.queued") expect(data.severity).toBe("high");
    else expect(data).not.toHaveProperty("severity");
  }
});

test("a failed run emits one event, without a severity", async () => {
  const { ended, events, run, trigger, types } = await start();
  run(() => ({ ok: false, reason: "offline", detail: "gone" }));
  await ended(await trigger());
  expect(await types()).toEqual(["investigation.failed", "investigation.queued"]);
  const failed = (await events()).find(({ event_type }) => event_type === "investigation.failed");
  expect(failed?.data).not.toHaveProperty("severity");
  expect(failed?.data).toMatchObject({ investigation: { status: "failed" } });
});

test("a cancel that races the end leaves one terminal status and its event, or none", async () => {
  const { call, ended, events, run, store, trigger } = await start();
  const { commit } = store;
  /** How many turns of the loop the cancel is ahead of the commit that ends the run. */
  let ahead = 0;
  let cancelled: Promise<unknown> = Promise.resolve();
  store.commit = async (changes, expectations) => {
    const last = changes.find(
      (change): change is Extract<typeof change, { kind: "investigation"; type: "put" }> =>
        change.type === "put" && change.kind === "investigation",
    )?.record;
    if (last?.status === "completed") {
      cancelled = call("DELETE", `/v1/investigations/${last.id}`);
      // Of now: by the time this has waited, the next round may have another.
      const turns = ahead;
      if (turns === Number.POSITIVE_INFINITY) await cancelled;
      else for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    }
    return commit.call(store, changes, expectations);
  };
  run(weak);
  const statuses = new Set<string>();
  for (ahead of [0, 1, 2, 3, 5, 8, 13, 21, Number.POSITIVE_INFINITY]) {
    const id = await trigger();
    const { status } = await ended(id);
    expect(await cancelled).toMatchObject({ status: 200, body: { ok: true, status } });
    statuses.add(status);
    const told = (await events())
      .filter(({ event_type }) => event_type !== "finding.discovered")
      .filter(({ data }) => JSON.stringify(data).includes(id))
      .map(({ event_type }) => event_type)
      .sort();
    const ending = status === "completed" ? ["investigation.completed"] : [];
    expect({ status, told }).toEqual({ status, told: [...ending, "investigation.queued"] });
  }
  expect(statuses).toEqual(new Set(["cancelled", "completed"]));
});

test("a run that is stopped midway and resumed publishes nothing twice", async () => {
  const { ended, once, run, trigger, types } = await start();
  const first = run(async (request) =>
    request.agent.agent_id === "web-1"
      ? weak(request)
      : new Promise((_, reject) => request.signal.addEventListener("abort", reject)),
  );
  const id = await trigger();
  await once(id, ({ timeline }) => timeline.some(({ type }) => type === "finding"));
  await first.stop();
  expect(await types()).toEqual(["finding.discovered", "investigation.queued"]);
  run(weak);
  expect((await ended(id)).attempts).toBe(1);
  expect(await types()).toEqual(everything);
});

test("an agent emits one event, however often it registers", async () => {
  const { account, events, services } = await start();
  const { id: _, account_id: __, reported_tags: ___, ...known } = agentRecord({ agent_id: "db-1" });
  const { first_seen_at: ____, last_heartbeat_at: _____, ...facts } = known;
  const request = { ...facts, tags: { env: "prod" } };
  const register = () => registerAgent(services, account.id, request, { sender: unsigned });
  await Promise.all([register(), register(), register()]);
  await register();
  expect(await events()).toMatchObject([
    {
      event_type: "agent.registered",
      data: { tags: { env: "prod" }, agent: { agent_id: "db-1", hostname: "db-1" } },
    },
  ]);
});
