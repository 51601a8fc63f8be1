import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import {
  eventsUntil,
  type ServerProcess,
  serverFolder,
  statusOf,
} from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";
import { endless } from "../helpers/slow-questions.ts";

const isRunning = (event: Parameters<typeof statusOf>[0]) => statusOf(event) === "running";

test("statements that never end delay neither another question nor a health check", async () => {
  const server = await serverFolder().start(...withHosts());
  const runaways = await Promise.all(
    Array.from({ length: 4 }, () => server.ask(endless(), { mode: "live", depth: "deep" })),
  );
  for (const id of runaways) await eventsUntil(server.stream(id), isRunning);

  const waits: number[] = [];
  for (let n = 0; n < 50; n++) {
    const from = performance.now();
    expect((await server.call("GET", "/healthz")).status).toBe(200);
    waits.push(performance.now() - from);
  }
  // Generous for a loaded machine, and far below the wait on a blocked event loop.
  expect(waits.sort((a, b) => a - b)[45]).toBeLessThan(250);

  const other = await server.outcome(
    await server.ask("SELECT name FROM os_version", { mode: "live" }),
  );
  expect(other.status).toBe("completed");
  expect(Date.parse(other.completed_at) - Date.parse(other.started_at)).toBeLessThan(10_000);
  for (const id of runaways) {
    expect((await server.call("GET", `/v1/investigations/${id}`)).body.status).toBe("running");
  }
}, 30_000);

test("cancelled statements end at once and free their slots", async () => {
  const server = await serverFolder().start(...withHosts());
  const runaways = await Promise.all(
    Array.from({ length: 12 }, () => server.ask(endless(), { mode: "live", depth: "deep" })),
  );
  for (const id of runaways) {
    await eventsUntil(server.stream(id), isRunning);
    const following = eventsUntil(server.stream(id));
    expect((await server.call("DELETE", `/v1/investigations/${id}`)).body).toEqual({
      ok: true,
      status: "cancelled",
    });
    expect(statusOf((await following).at(-1)!)).toBe("cancelled");
  }
  const next = await server.outcome(
    await server.ask("SELECT name FROM os_version", { mode: "live" }),
  );
  expect(next).toMatchObject({ status: "completed" });
  expect(next.summary.answer.rows).toHaveLength(1);
}, 30_000);

test("200 questions at once are all answered", async () => {
  const server = await serverFolder().start("--rate-limit", "0", ...withHosts());
  const ids = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      server.ask(`SELECT ${n} AS n FROM os_version`, { mode: "live" }),
    ),
  );
  const answers = await Promise.all(
    ids.map(async (id) => (await server.outcome(id)).summary.answer.rows),
  );
  expect(answers).toEqual(ids.map((_, n) => [[n]]));
}, 40_000);

/** Resolves when the host has sent its first snapshot. */
const snapshotTaken = (server: ServerProcess) =>
  expect
    .poll(
      async () => {
        const body = { query: "SELECT 1", mode: "cached" };
        return (await server.call("POST", "/v1/investigations", { body })).body.freshness.agents;
      },
      { timeout: 10_000, interval: 100 },
    )
    .toMatchObject({ matched: 1, fresh: 1 });

test("endless statements over a snapshot block no other question, are cancelled and do not delay a stop", async () => {
  const server = await serverFolder().start(...withHosts());
  await snapshotTaken(server);
  const runaways = await Promise.all(
    Array.from({ length: 8 }, () => server.ask(endless(), { depth: "deep" })),
  );
  for (const id of runaways)
    await eventsUntil(server.stream(id), (event) => statusOf(event) === "running");
  const other = await server.outcome(await server.ask("SELECT name FROM os_version"));
  expect(other.status).toBe("completed");
  // All eight still run: it waited for none of them, however slow the machine is.
  for (const id of runaways)
    expect((await server.call("GET", `/v1/investigations/${id}`)).body.status).toBe("running");
  for (const id of runaways.slice(0, 4)) await server.call("DELETE", `/v1/investigations/${id}`);
  expect((await server.outcome(runaways[0]!)).status).toBe("cancelled");
  const askedAt = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - askedAt).toBeLessThan(10_000);
}, 60_000);
