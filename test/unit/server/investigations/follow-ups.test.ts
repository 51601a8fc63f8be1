import { expect, test } from "vitest";
import { newId } from "../../../../src/core/ids.ts";
import type { InvestigationRecord } from "../../../../src/store/records.ts";
import { investigationRecord } from "../../../helpers/records.ts";
import { startMs, startTestServer } from "../../../helpers/test-server.ts";

type Server = Awaited<ReturnType<typeof startTestServer>>;

async function put({ store, account }: Server, over: Partial<InvestigationRecord> = {}) {
  const record = investigationRecord({
    id: newId("inv", startMs),
    account_id: account.id,
    query: "list the users",
    ...over,
  });
  await store.commit([{ type: "put", kind: "investigation", record }]);
  return record.id;
}

const followUp = (id: string) => ({ query: "and on prod?", follow_up_of: id });

test("a follow-up names the investigation it refines, others name none", async () => {
  const server = await startTestServer();
  const id = await put(server);
  const { status, body } = await server.call("POST", "/v1/investigations", { json: followUp(id) });
  expect(status).toBe(202);
  const path = `/v1/investigations/${body.investigation_id}`;
  expect((await server.call("GET", path)).body.follow_up_of).toBe(id);
  expect((await server.call("GET", `/v1/investigations/${id}`)).body).not.toHaveProperty(
    "follow_up_of",
  );
});

test.each([
  ["an absent id", async () => newId("inv", startMs)],
  ["an id of another shape", async () => "cur_1"],
  ["another account's", (server: Server) => put(server, { account_id: "someone-else" })],
])("%s to follow up is not found, in both routes", async (_, idOf) => {
  const server = await startTestServer();
  const json = followUp(await idOf(server));
  for (const route of ["/v1/investigations", "/v1/interpretations"])
    expect(await server.call("POST", route, { json })).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
});

test.each([
  ["an empty id", ""],
  ["null", null],
  ["a number", 7],
])("%s to follow up is a validation error", async (_, follow_up_of) => {
  const { call } = await startTestServer();
  const { status, body } = await call("POST", "/v1/investigations", {
    json: { query: "why?", follow_up_of },
  });
  expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 400, path: "follow_up_of" });
});

test.each(["queued", "running", "failed", "cancelled", "completed"] as const)(
  "an investigation that is %s can be followed up",
  async (status) => {
    const server = await startTestServer();
    const id = await put(server, { status });
    const answer = await server.call("POST", "/v1/investigations", { json: followUp(id) });
    expect(answer.status).toBe(202);
  },
);

test("a follow-up asks the hosts of its question's scope, unless it has one of its own", async () => {
  const server = await startTestServer();
  const scope = { type: "selector" as const, filter: { tags: { env: "prod" } } };
  const id = await put(server, { scope });
  const scopeOf = async (json: object) => {
    const { body } = await server.call("POST", "/v1/investigations", { json });
    return (await server.call("GET", `/v1/investigations/${body.investigation_id}`)).body.scope;
  };
  expect(await scopeOf(followUp(id))).toEqual(scope);
  const own = { type: "selector", filter: { tags: { env: "dev" } } };
  expect(await scopeOf({ ...followUp(id), scope: own })).toEqual(own);
});

test("one idempotency key stands for one follow-up of one investigation", async () => {
  const server = await startTestServer();
  const [first, second] = [await put(server), await put(server)];
  const ask = (id: string) =>
    server.call("POST", "/v1/investigations", {
      json: { ...followUp(id), idempotency_key: "k1" },
    });
  const { body } = await ask(first);
  expect((await ask(first)).body.investigation_id).toBe(body.investigation_id);
  expect(await ask(second)).toMatchObject({ status: 409, body: { error: "idempotency_conflict" } });
});
