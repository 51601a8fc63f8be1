import { expect, test } from "vitest";
import { eventsUntil, serverFolder, statusOf } from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";
import { endless, slow } from "../helpers/slow-questions.ts";
import { storedEventTypes } from "../helpers/stored-events.ts";

test("a run interrupted by a kill resumes at the next start, and each event is sent once", async () => {
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
  expect(await storedEventTypes(folder.dataDir, id)).toEqual([
    "investigation.queued",
    "investigation.completed",
  ]);
}, 60_000);

test("stopped during runs, the server exits 0 in time, and both runs continue at the next start", async () => {
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

test("an idempotency key survives a kill and a restart", async () => {
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
