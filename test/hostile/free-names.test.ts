import { afterAll, beforeAll, expect, test } from "vitest";
import { handMadeAgent } from "../helpers/hand-made-agent.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";

/** Names that every object of JavaScript has. */
const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== "__proto__");

const folder = serverFolder(undefined, afterAll);
const hosts = withHosts(undefined, afterAll);
let server: ServerProcess;
beforeAll(async () => {
  server = await folder.start("--rate-limit", "0", ...hosts);
});

/** How a question ends; an internal error is a fault. */
async function endOf(query: string, over: Record<string, unknown> = {}) {
  const { status, error } = await server.outcome(await server.ask(query, over));
  expect({ query, over, code: error?.code }).not.toMatchObject({ code: "internal_error" });
  return error?.code ?? status;
}

const users = "SELECT username FROM users";
const scopeOf = (tags: Record<string, string>) => ({ type: "selector", filter: { tags } });

test("finding 15: a scope may name any tag", async () => {
  for (const name of names)
    expect(await endOf(users, { scope: scopeOf({ [name]: "x" }) })).toBe("no_matching_agents");
});

test("finding 15: a tag with any name selects its host, in scopes, lists and policies", async () => {
  const { call } = server;
  for (const name of names) {
    const patched = await call("PATCH", "/v1/agents/web-1", { body: { tags: { [name]: "x" } } });
    expect(patched.body.tags).toEqual({ [name]: "x" });
    expect(await endOf(users, { scope: scopeOf({ [name]: "X" }) })).toBe("completed");
    expect(await endOf(users, { scope: scopeOf({ [name]: "y" }) })).toBe("no_matching_agents");
    const { body: listed } = await call("GET", `/v1/agents?tag=${name}=x`);
    expect(listed).toMatchObject([{ agent_id: "web-1" }]);
    await endOf(`which users with the tag ${name}=x have uid 0?`);
  }
  await call("PATCH", "/v1/agents/web-1", { body: { tags: {} } });
  const policy = { name: "p", match: { constructor: "x" }, deny_tables: ["users"] };
  const created = await call("POST", "/v1/tag-policies", { body: policy });
  expect(created.status).toBe(201);
  expect((await call("GET", "/v1/agents/web-1")).body.policies).toEqual([]);
  await call("DELETE", `/v1/tag-policies/${created.body.id}`);
});

test("finding 15: a scheduled question whose scope names any tag runs", async () => {
  const { call } = server;
  const body = { query: users, interval: "30d", scope: scopeOf({ constructor: "x" }) };
  const { body: item } = await call("POST", "/v1/curiosity", { body });
  for (;;) {
    const { body: now } = await call("GET", `/v1/curiosity/${item.id}`);
    if (now.run_count === 1 && now.last_status === "failed") return;
  }
});

test("finding 15: a question may contain any word", async () => {
  for (const name of names) {
    await endOf(`is ${name} installed?`);
    await endOf(`which users are called ${name.toLowerCase()}?`);
    await endOf(`how could someone get from web-1 to ${name.toLowerCase()} on web-1?`);
    await endOf(`SELECT uid AS "${name}" FROM users GROUP BY "${name}"`);
    const { status } = await server.call("GET", `/v1/detections/${name}`);
    expect(status).toBe(404);
  }
});

test("finding 15: an agent may report any name as a fact", async () => {
  const { call } = server;
  for (const name of names) {
    const agent = handMadeAgent(name, { os: name, arch: name, tags: { [name]: "x" } });
    const tables = ["constructor", "users"];
    const body = { ...agent.registration, tables };
    expect((await call("POST", "/v1/agents/register", { body })).status).toBe(201);
    const tagged = { tags: { [name]: "operator", other: "1" } };
    await call("PATCH", agent.path, { body: tagged });
    const reported = { body: { tags: { [name]: "x" } } };
    expect((await call("POST", `${agent.path}/heartbeat`, reported)).status).toBe(202);
    expect((await call("GET", agent.path)).body.tags).toEqual(tagged.tags);
    const hash = "0".repeat(64);
    const table = { sha256: hash, rows: [{ uid: 0, [name]: "x" }], gaps: [] };
    const collected_at = new Date().toISOString();
    const snapshot = { agent_id: name, collected_at, tables: { constructor: table, users: table } };
    const sent = { body: agent.sign(snapshot) };
    expect((await call("PUT", `${agent.path}/snapshots`, sent)).status).toBe(202);
  }
  for (const mode of ["cached", "auto"]) {
    await endOf("which accounts have uid 0?", { mode });
    await endOf("is this fleet secure?", { mode, depth: "deep" });
    await endOf("how could someone get to root on web-1?", { mode });
    await endOf("SELECT * FROM constructor", { mode });
  }
});
