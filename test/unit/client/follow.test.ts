import { expect, test } from "vitest";
import { clientOver, collect, json, sse } from "./client-over.ts";

const event = (type: string, data: unknown, id: number) =>
  `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
const status = (status: string, id: number) => event("status", { status }, id);
const finding = (id: string, at: number) => event("finding", { finding_id: id }, at);

test("a stream is told event by event until the terminal status", async () => {
  const text = status("running", 1) + finding("fnd_1", 2) + status("completed", 3);
  const { client } = clientOver([sse(text)]);
  const told = await collect(client.follow("inv_1"));
  expect(told.map(({ type }) => type)).toEqual(["status", "finding", "status"]);
});

test("a broken stream is resumed after the last event, and nothing is told twice", async () => {
  const { client, sent } = clientOver([
    sse(status("running", 1) + finding("fnd_1", 2), { breaks: true }),
    sse(finding("fnd_1", 2) + finding("fnd_2", 3) + status("completed", 4)),
  ]);
  const told = await collect(client.follow("inv_1"));
  expect(told.map(({ type }) => type)).toEqual(["status", "finding", "finding", "status"]);
  expect(sent[1]!.headers["last-event-id"]).toBe("2");
});

test("where streams don't work, polling tells the same", async () => {
  const none = () => new Response("", { headers: { "content-type": "text/html" } });
  const found = { findings: [{ finding_id: "fnd_1" }], chains: [], progress: null };
  const { client } = clientOver([
    none,
    json(200, { ...found, status: "running" }),
    json(200, { ...found, status: "completed" }),
  ]);
  const told = await collect(client.follow("inv_1"));
  expect(told).toEqual([
    { type: "finding", data: { finding_id: "fnd_1" } },
    { type: "status", data: { status: "running" } },
    { type: "status", data: { status: "completed" } },
  ]);
});

test("an absent investigation is an error, not an endless wait", async () => {
  const { client } = clientOver([
    json(404, { error: "not_found" }),
    json(404, { error: "not_found" }),
  ]);
  await expect(collect(client.follow("inv_x"))).rejects.toMatchObject({ kind: "not_found" });
});
