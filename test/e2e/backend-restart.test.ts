import { expect, test } from "vitest";
import { openLowdbStore } from "../../src/store/lowdb/open-lowdb-store.ts";
import { eventsUntil, serverFolder, statusOf } from "../helpers/server-process.ts";
import { withHosts, zombies } from "../helpers/simulated-hosts.ts";
import { endless, slow } from "../helpers/slow-questions.ts";

/** The events kept for an investigation, in the order they happened. */
async function eventsKept(dataDir: string, id: string) {
  const store = await openLowdbStore({ dir: dataDir });
  const types: string[] = [];
  for await (const { event } of store.scan("event")) {
    const data = event.data as { investigation_id?: string; investigation?: object };
    const about = data.investigation_id ?? data.investigation;
    if (JSON.stringify(about ?? null).includes(id)) types.push(event.event_type);
  }
  await store.close();
  return types;
}

test("killed in the middle of a run: the next start takes it up, and all is told once", async () => {
  const folder = serverFolder();
  const hosts = withHosts();
  const first = await folder.start(...hosts);
  const id = await first.ask(slow, { mode: "live" });
  const before = await eventsUntil(first.stream(id), (event) => statusOf(event) === "running");
  expect(await first.stop("SIGKILL")).toBe("SIGKILL");

  const second = await folder.start(...hosts);
  const after = await eventsUntil(second.stream(id, before.at(-1)!.id));
  const statuses = [...before, ...after].map(statusOf).filter(Boolean);
  expect(statuses).toEqual(["queued", "running", "completed"]);
  const ids = [...before, ...after].map((event) => Number(event.id));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  const whole = await eventsUntil(second.stream(id));
  expect(whole.map(statusOf).filter(Boolean)).toEqual(["queued", "running", "completed"]);
  expect(await second.outcome(id)).toMatchObject({ status: "completed", error: null });

  expect(await second.stop()).toBe(0);
  expect(await eventsKept(folder.dataDir, id)).toEqual([
    "investigation.queued",
    "investigation.completed",
  ]);
}, 60_000);

test("a finding is told once, however the server is killed around it", async () => {
  const folder = serverFolder();
  const hosts = withHosts([{ agent_id: "web-1", tables: { processes: zombies } }]);
  const ids: string[] = [];
  for (const last of ["queued", "running", "finding", "completed"]) {
    const server = await folder.start(...hosts);
    const id = await server.ask("are zombie processes piling up?", { mode: "live" });
    ids.push(id);
    await eventsUntil(
      server.stream(id),
      (event) => event.event === last || statusOf(event) === last,
    );
    await server.stop("SIGKILL");
  }
  const server = await folder.start(...hosts);
  for (const id of ids) {
    const { status, findings } = await server.outcome(id);
    expect(status).toBe("completed");
    expect(findings).toMatchObject([{ detection_id: "zombie_processes" }]);
    const told = await eventsUntil(server.stream(id));
    expect(told.filter(({ event }) => event === "finding")).toHaveLength(1);
  }
  await server.stop();
  for (const id of ids) {
    const kept = await eventsKept(folder.dataDir, id);
    expect(kept.sort()).toEqual([
      "finding.discovered",
      "investigation.completed",
      "investigation.queued",
    ]);
  }
}, 60_000);

test("a run that four kills interrupted has failed, and says so once", async () => {
  const folder = serverFolder();
  const hosts = withHosts();
  let server = await folder.start(...hosts);
  const id = await server.ask(endless(), { mode: "live", depth: "deep" });
  let lastSeen: string | undefined;
  for (let kills = 1; kills <= 4; kills++) {
    const running = server.stream(id, lastSeen);
    const taken = async () => (await server.call("GET", `/v1/investigations/${id}`)).body;
    const seen = await eventsUntil(running, ({ event }) => event === "progress");
    lastSeen = seen.at(-1)!.id;
    expect(await taken()).toMatchObject({ status: "running" });
    await server.stop("SIGKILL");
    server = await folder.start(...hosts);
  }
  const outcome = await server.outcome(id);
  expect(outcome).toMatchObject({ status: "failed", error: { code: "interrupted" } });
  expect(outcome.completed_at).toMatch(/Z$/);
  await server.stop();
  expect(await eventsKept(folder.dataDir, id)).toEqual([
    "investigation.queued",
    "investigation.failed",
  ]);
}, 60_000);

test("asked to stop during runs, the server exits 0 in time; both go on at the next start", async () => {
  const folder = serverFolder();
  const hosts = withHosts();
  const first = await folder.start(...hosts);
  const [one, other] = [await first.ask(slow, { mode: "live" }), await first.ask(endless())];
  const watching = eventsUntil(first.stream(other)).catch(() => []);
  for (const id of [one, other])
    await eventsUntil(first.stream(id), (event) => statusOf(event) === "running");
  const askedAt = performance.now();
  expect(await first.stop()).toBe(0);
  expect(performance.now() - askedAt).toBeLessThan(10_000);
  await watching;

  const second = await folder.start(...hosts);
  expect(await second.outcome(one)).toMatchObject({ status: "completed" });
  const { body } = await second.call("GET", `/v1/investigations/${other}`);
  expect(body.status).toBe("running");
  expect((await second.call("DELETE", `/v1/investigations/${other}`)).body).toEqual({
    ok: true,
    status: "cancelled",
  });
}, 60_000);

test("an idempotency key is known across a kill and a restart", async () => {
  const folder = serverFolder();
  const request = {
    body: { query: "SELECT name FROM os_version" },
    headers: { "idempotency-key": "once" },
  };
  const first = await folder.start("--no-local-agent");
  const before = await first.call("POST", "/v1/investigations", request);
  await first.stop("SIGKILL");
  const second = await folder.start("--no-local-agent");
  const after = await second.call("POST", "/v1/investigations", request);
  expect(after.status).toBe(202);
  expect(after.body).toEqual(before.body);
  const other = { ...request, body: { query: "SELECT version FROM os_version" } };
  expect(await second.call("POST", "/v1/investigations", other)).toMatchObject({
    status: 409,
    body: { error: "idempotency_conflict" },
  });
  const list = await second.call("GET", "/v1/investigations");
  expect(list.body.investigations).toHaveLength(1);
});
