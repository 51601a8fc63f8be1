import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Plan, StatementResult } from "../../src/contract/plan.ts";
import { handMadeAgent, planIn } from "../helpers/hand-made-agent.ts";
import { statementResult } from "../helpers/records.ts";
import { type ServerProcess, serverFolder } from "../helpers/server-process.ts";
import { withHosts } from "../helpers/simulated-hosts.ts";
import { longestBlock } from "./loop-probe.ts";
import { memoryOf } from "./memory-of.ts";

/** No message of an agent may keep the server from answering others for longer. */
const limitMs = 200;

const folder = serverFolder(undefined, afterAll);
const agent = handMadeAgent("hostile");
const hosts = withHosts(undefined, afterAll);
let server: ServerProcess;
beforeAll(async () => {
  server = await folder.start("--rate-limit", "0", ...hosts);
  await server.call("POST", "/v1/agents/register", { body: agent.registration });
});

async function send(
  method: string,
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${server.key}`,
      "content-type": "application/json",
      ...headers,
    },
    body: body as string,
  });
  return { status: response.status, text: await response.text() };
}

const gzipped = { "content-encoding": "gzip" };
const scope = { type: "selector", filter: { agent_ids: ["hostile"] } };

const question = "SELECT * FROM users";

/** Asks the agent the question; the id of the investigation, and the plan. */
async function nextPlan(): Promise<{ id: string; plan: Plan }> {
  const polled = server.call("GET", `${agent.path}/plans?wait=20`);
  const id = await server.ask(question, { mode: "live", scope, depth: "quick" });
  const { body } = await polled;
  return { id, plan: planIn(body.plans[0]) };
}

function receiptFor({ plan_id, statements }: Plan, over: Partial<StatementResult>): string {
  const at = new Date().toISOString();
  const result = statementResult({ id: statements[0]!.id, ...over });
  return JSON.stringify(
    agent.sign({
      plan_id,
      agent_id: "hostile",
      started_at: at,
      finished_at: at,
      refused: null,
      results: [result],
    }),
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const columns = (count: number) => numbers(count).map((at) => `c${at}`);
const rows = (count: number, row: (string | number)[]) => numbers(count).map(() => row);
const withRows = (columns: string[], rows: (string | number)[][]) => ({
  columns,
  rows,
  row_count: rows.length,
});

test.each([
  ["200,000 columns", 400, withRows(columns(200_000), [])],
  ["200,000 columns in a row", 400, withRows(columns(200_000), rows(1, numbers(200_000)))],
  ["400,000 rows", 400, withRows(["a"], rows(400_000, [1]))],
  ["more rows than the plan allows", 400, withRows(["a"], rows(10_001, [1]))],
  ["a row count beyond the plan", 400, { columns: ["a"], rows: [], row_count: 1e9 }],
  ["5 million cells", 400, withRows(columns(500), rows(10_000, numbers(500).fill(0)))],
  [
    "a million short texts",
    202,
    withRows(
      columns(99),
      rows(
        10_000,
        numbers(99).map((at) => `t${at}`),
      ),
    ),
  ],
  ["12 MB of long texts", 202, withRows(["a"], rows(500, ["x".repeat(24_000)]))],
  ["2,000 columns", 202, withRows(columns(2_000), rows(500, numbers(2_000)))],
])("finding 4: an answer with %s does not stop the server", async (_, status, over) => {
  const ids: string[] = [];
  const attack = async () => {
    const { id, plan } = await nextPlan();
    const body = receiptFor(plan, over);
    ids.push(id);
    const sent = await send("POST", `${agent.path}/plans/${plan.plan_id}/results`, body);
    expect(sent.status, sent.text.slice(0, 200)).toBe(status);
    await server.outcome(id);
  };
  expect(await longestBlock(server, { limitMs, attack })).toBeLessThan(limitMs);
  const { body } = await server.call("GET", `/v1/investigations/${ids.at(-1)}`);
  expect(body.summary.coverage.agents_answered).toBe(status === 202 ? 1 : 0);
});

test("finding 4: a result that the plan did not ask for is rejected", async () => {
  const { plan } = await nextPlan();
  const body = receiptFor(plan, { id: "another" });
  const sent = await send("POST", `${agent.path}/plans/${plan.plan_id}/results`, body);
  expect(sent.status).toBe(400);
  expect(sent.text).toContain("does not ask for");
});

const snapshotOf = (tables: Record<string, unknown>) =>
  JSON.stringify(
    agent.sign({ agent_id: "hostile", collected_at: new Date().toISOString(), tables }),
  );
const table = (rows: string) => `{"sha256":"${"0".repeat(64)}","gaps":[],"rows":[${rows}]}`;
const repeated = (text: string, count: number) => Array.from({ length: count }, () => text).join();
const snapshotText = (rows: string) => {
  const tables = JSON.parse(`{"users":${table(rows)}}`);
  return snapshotOf(tables);
};

test.each([
  ["3.9 million rows", 400, () => snapshotText(repeated("{}", 3_900_000))],
  ["100,000 rows", 202, () => snapshotText(repeated('{"a":1,"b":"x"}', 100_000))],
  [
    "unlike rows",
    202,
    () =>
      snapshotText(
        numbers(90_000)
          .map((at) => `{"k${at}":1,"l${at}":"${at}"}`)
          .join(),
      ),
  ],
  ["a row of 700,000 cells", 400, () => snapshotText(JSON.stringify({ ...numbers(700_000) }))],
  [
    "a million gaps",
    400,
    () => {
      const gap = { table: "users", reason: "denied", detail: "" };
      return snapshotOf({ users: { sha256: "0".repeat(64), gaps: rows(100_000, gap as never) } });
    },
  ],
  [
    "500 tables",
    202,
    () => {
      const one = { sha256: "0".repeat(64), gaps: [], rows: rows(100, { a: "b" } as never) };
      return snapshotOf(Object.fromEntries(numbers(500).map((at) => [`t${at}`, one])));
    },
  ],
])("finding 5: a snapshot with %s does not stop the server", async (_, status, made) => {
  const body = gzipSync(made());
  const attack = async () => {
    const sent = await send("PUT", `${agent.path}/snapshots`, body, gzipped);
    expect(sent.status, sent.text.slice(0, 200)).toBe(status);
    if (status === 202) await server.outcome(await server.ask(question, { mode: "cached", scope }));
  };
  expect(await longestBlock(server, { limitMs, attack })).toBeLessThan(limitMs);
});

test.each([
  ["5 million empty objects", `[${repeated("{}", 5_000_000)}]`],
  ["8 million nested arrays", "[".repeat(8_000_000)],
  ["a payload that is a list", `{"signature":"AAAA","payload":[${repeated("1", 5_000_000)}]}`],
  ["one text that is no JSON", `"${"x".repeat(15 << 20)}`],
])("finding 5: a body that decompresses to %s does not stop the server", async (_, text) => {
  const body = gzipSync(text);
  const attack = async () => {
    for (const path of [`${agent.path}/snapshots`, `${agent.path}/plans/pln_1/results`]) {
      const method = path.endsWith("snapshots") ? "PUT" : "POST";
      expect((await send(method, path, body, gzipped)).status).toBe(400);
    }
  };
  expect(await longestBlock(server, { limitMs, attack })).toBeLessThan(limitMs);
});

test("finding 5: twenty large uploads at once use the memory of one", async () => {
  const before = memoryOf(server.pid).now;
  const bomb = gzipSync(snapshotText(repeated("{}", 3_900_000)));
  const largest = gzipSync(snapshotText(repeated('{"a":1,"b":"x"}', 100_000)));
  await Promise.all(
    [...rows(10, []), ...rows(10, [])].map((_, at) =>
      send("PUT", `${agent.path}/snapshots`, at % 2 ? bomb : largest, gzipped),
    ),
  );
  expect(memoryOf(server.pid).highest - before).toBeLessThan(400);
});
