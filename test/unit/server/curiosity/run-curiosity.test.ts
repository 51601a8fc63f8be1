import { expect, test } from "vitest";
import { startTestServer } from "../../../helpers/test-server.ts";

const daily = { query: "which users have uid 0?", interval: "24h" };

/** A server with one item, which no scheduler runs. */
async function withItem(over: object = {}) {
  const server = await startTestServer();
  const { call, store } = server;
  const { body } = await call("POST", "/v1/curiosity", { json: { ...daily, ...over } });
  const path = `/v1/curiosity/${body.id}`;
  return {
    ...server,
    item: async () => (await call("GET", path)).body,
    runNow: () => call("POST", `${path}/runs`),
    /** Ends an investigation as the runner does. */
    async end(id: string) {
      const { record } = (await store.find("investigation", id))!;
      const ended = { ...record, status: "completed" as const, due_at: null };
      await store.commit([{ type: "put", kind: "investigation", record: ended }]);
    },
  };
}

test("a run by hand is queued like a question, and leaves the schedule as it is", async () => {
  const { call, item, runNow, runnerCalls } = await withItem({ depth: "deep", active: false });
  const { next_run_at } = await item();
  const { status, body } = await runNow();
  expect(status).toBe(202);
  expect(body).toMatchObject({
    investigation_id: expect.stringMatching(/^inv_/),
    status: "queued",
    links: {},
  });
  expect(runnerCalls.wakes).toBe(1);
  const { id, ...rest } = await item();
  expect(rest).toMatchObject({ next_run_at, run_count: 1, active: false });
  expect(rest.last_investigation_id).toBe(body.investigation_id);
  const run = await call("GET", `/v1/investigations/${body.investigation_id}`);
  expect(run.body).toMatchObject({ query: daily.query, depth: "deep", curiosity_id: id });
});

test("a second run is refused while one is in progress, and compared with the first when it has ended", async () => {
  const { end, runNow, store } = await withItem();
  const first = (await runNow()).body.investigation_id;
  const refused = await runNow();
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    error: "run_in_progress",
    message: expect.stringContaining(first),
  });
  await end(first);
  const second = await runNow();
  expect(second.status).toBe(202);
  const { record } = (await store.find("investigation", second.body.investigation_id))!;
  expect(record.compared_with).toBe(first);
});

test("of two requests at once, one starts a run", async () => {
  const { runNow } = await withItem();
  const statuses = (await Promise.all([runNow(), runNow()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([202, 409]);
});

test("an absent item is not found, and a body is refused", async () => {
  const { call, item } = await withItem();
  const absent = `/v1/curiosity/cur_${"0".repeat(26)}/runs`;
  expect((await call("POST", absent)).status).toBe(404);
  const { id } = await item();
  const json = { mode: "live" };
  expect((await call("POST", `/v1/curiosity/${id}/runs`, { json })).status).toBe(400);
});
