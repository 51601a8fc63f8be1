import { expect, test } from "vitest";
import { eventsUntil, serverFolder, statusOf } from "../helpers/server-process.ts";
import { withHosts, zombies } from "../helpers/simulated-hosts.ts";
import { endless } from "../helpers/slow-questions.ts";
import { storedEventTypes } from "../helpers/stored-events.ts";

test("a finding is reported once, whenever the server is killed", async () => {
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
    const kept = await storedEventTypes(folder.dataDir, id);
    expect(kept.sort()).toEqual([
      "finding.discovered",
      "investigation.completed",
      "investigation.queued",
    ]);
  }
}, 60_000);

test("a run interrupted by four kills fails, and reports it once", async () => {
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
  expect(await storedEventTypes(folder.dataDir, id)).toEqual([
    "investigation.queued",
    "investigation.failed",
  ]);
}, 60_000);
