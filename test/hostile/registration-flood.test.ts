import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { handMadeAgent } from "../helpers/hand-made-agent.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";

const megabyte = 1 << 20;
const bodyBytes = 64 << 10;
/** 64 MiB for an account, of which each of these takes more than 100 KB. */
const mostAccepted = 640;

/** A registration with about as many facts as an agent may have. */
function largest(index: number) {
  const text = (field: number, width: number) => `${index}.${field}.`.padEnd(width, "x");
  const { registration } = handMadeAgent(`flood-${index}`, {
    tags: Object.fromEntries(
      Array.from({ length: 60 }, (_, tag) => [text(tag, 250), text(tag, 250)]),
    ),
    addresses: Array.from({ length: 250 }, (_, address) => text(address, 60)),
  });
  const spare = bodyBytes - Buffer.byteLength(JSON.stringify(registration));
  const name = (table: number) => `t${index}_${table}_`.padEnd(60, "x");
  const tables = Array.from({ length: Math.floor(spare / 64) }, (_, table) => name(table));
  return { ...registration, tables };
}

/** Registers agents, 16 at a time; how many the server accepted. */
async function flood(server: ServerProcess, { from, to }: { from: number; to: number }) {
  const statuses: number[] = [];
  let next = from;
  const work = async () => {
    while (next < to) {
      next += 1;
      const body = largest(next);
      const { status } = await server.call("POST", "/v1/agents/register", { body });
      statuses.push(status);
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return statuses;
}

const memoryOf = ({ pid }: ServerProcess) => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
};
const diskOf = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

test.skipIf(process.platform !== "linux")(
  "finding 7: registrations with the most facts fill neither memory nor disk",
  async () => {
    const folder = serverFolder();
    const server = await folder.start("--no-local-agent", "--rate-limit", "0");
    // Whatever the first requests compile and cache is not what is measured.
    await flood(server, { from: 0, to: 20 });
    const start = { memory: memoryOf(server), disk: diskOf(folder.dataDir) };
    const growth = () => ({
      memory: Math.round((memoryOf(server) - start.memory) / megabyte),
      disk: Math.round((diskOf(folder.dataDir) - start.disk) / megabyte),
    });

    expect(new Set(await flood(server, { from: 20, to: 40 }))).toEqual(new Set([201]));
    const afterTwenty = growth();
    const statuses = await flood(server, { from: 40, to: 1_540 });
    const afterAll = growth();
    console.log("Growth in MB:", { afterTwenty, afterAll });
    expect(Math.max(afterTwenty.memory, afterTwenty.disk)).toBeLessThan(20);
    const accepted = statuses.filter((status) => status === 201).length;
    expect(accepted).toBeLessThan(mostAccepted);
    expect(new Set(statuses)).toEqual(new Set([201, 403]));
    expect(Math.max(afterAll.memory, afterAll.disk)).toBeLessThan(150);
    // Questions are still answered, and the agents that exist still report.
    expect((await server.call("GET", "/v1/agents?limit=1")).status).toBe(200);
    const again = await server.call("POST", "/v1/agents/register", { body: largest(1) });
    expect(again.status).toBe(409);
  },
  120_000,
);

test("finding 7: facts that are larger than any host's are refused, also in parts", async () => {
  const server = await serverFolder().start("--no-local-agent");
  const { tags, addresses, ...facts } = largest(1);
  const register = (over: object) =>
    server.call("POST", "/v1/agents/register", {
      body: { ...facts, addresses: [], tags: {}, ...over },
    });
  const wide = Object.fromEntries(Object.keys(tags).map((key) => [key, "\u{1f600}".repeat(255)]));
  expect(await register({ tags: wide })).toMatchObject({
    status: 413,
    body: { error: "payload_too_large" },
  });
  expect((await register({ tags, addresses })).status).toBe(201);
  const heartbeat = (body: object) =>
    server.call("POST", `/v1/agents/${facts.agent_id}/heartbeat`, { body });
  expect((await heartbeat({ tags: wide })).status).toBe(413);
  expect((await heartbeat({ tags: {} })).status).toBe(202);
});
