import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { newId } from "../../../../src/core/ids.ts";
import { listen } from "../../../../src/server/listen.ts";
import { type Store, writeJsonBlob } from "../../../../src/store/port/store.ts";
import type { InvestigationRecord, TimelineEntry } from "../../../../src/store/records.ts";
import { finding, progress } from "../../../helpers/api-records.ts";
import { investigationRecord } from "../../../helpers/records.ts";
import { startMs, startTestServer } from "../../../helpers/test-server.ts";

interface ReceivedEvent {
  id: number;
  event: string;
  data: unknown;
}

/** Events of a stream as they arrive, without comments and the retry line. */
async function* eventsOf(response: Response): AsyncGenerator<ReceivedEvent> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split("\n").map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]),
      );
      if (fields.id === undefined) continue;
      yield {
        id: Number(fields.id),
        event: fields.event ?? "",
        data: JSON.parse(fields.data ?? ""),
      };
    }
  }
}

async function all(events: AsyncIterable<ReceivedEvent>): Promise<ReceivedEvent[]> {
  const received: ReceivedEvent[] = [];
  for await (const event of events) received.push(event);
  return received;
}

const status = (seq: number, status: InvestigationRecord["status"]): TimelineEntry => ({
  seq,
  type: "status",
  status,
});

async function start(heartbeatMs = 60_000) {
  const server = await startTestServer({ heartbeatMs });
  const url = await listen(server.app, { host: "127.0.0.1", port: 0 });
  const id = newId("inv", startMs);
  const put = (over: Partial<InvestigationRecord>) => putRecord(server.store, id, over);
  const putRecord = (store: Store, recordId: string, over: Partial<InvestigationRecord>) =>
    store.commit([
      {
        type: "put",
        kind: "investigation",
        record: investigationRecord({ id: recordId, account_id: server.account.id, ...over }),
      },
    ]);
  const open = (headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${url}/v1/investigations/${id}/stream`, {
      headers: { authorization: `Bearer ${server.account.key.key}`, ...headers },
      ...(signal && { signal }),
    });
  return { ...server, id, put, open };
}

const blobOf = (id: string) => `investigation/${id}-1`;

test("the stream has every event of an investigation as it happens, then closes", async () => {
  const { store, id, put, open } = await start();
  await put({ timeline: [status(1, "queued")] });
  const response = await open();
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const events = eventsOf(response);
  expect((await events.next()).value).toEqual({
    id: 1,
    event: "status",
    data: { status: "queued" },
  });
  const running = [status(1, "queued"), status(2, "running")];
  await put({ status: "running", timeline: running, progress: progress(), progress_seq: 3 });
  expect((await events.next()).value).toMatchObject({ id: 2, data: { status: "running" } });
  expect((await events.next()).value).toEqual({ id: 3, event: "progress", data: progress() });
  await writeJsonBlob(store, blobOf(id), { findings: [finding()], chains: [], answer: null });
  const { finding_id } = finding();
  await put({
    status: "completed",
    timeline: [...running, { seq: 4, type: "finding", finding_id }, status(6, "completed")],
    progress: progress({ phase: "done", percent: 100 }),
    progress_seq: 5,
    blob: blobOf(id),
  });
  expect(await all(events)).toMatchObject([
    { id: 4, event: "finding", data: finding() },
    { id: 5, event: "progress", data: { percent: 100 } },
    { id: 6, event: "status", data: { status: "completed" } },
  ]);
});

test("Last-Event-ID resumes after that event; superseded progress is omitted", async () => {
  const { put, open } = await start();
  await put({
    status: "failed",
    timeline: [status(1, "queued"), status(2, "running"), status(9, "failed")],
    progress: progress(),
    progress_seq: 8,
  });
  const received = await all(eventsOf(await open({ "last-event-id": "2" })));
  expect(received.map(({ id }) => id)).toEqual([8, 9]);
});

test("a client with the last event gets 204 on reconnect", async () => {
  const { put, open } = await start();
  await put({ status: "cancelled", timeline: [status(1, "queued"), status(2, "cancelled")] });
  expect((await open({ "last-event-id": "2" })).status).toBe(204);
  expect(await all(eventsOf(await open()))).toHaveLength(2);
});

test("an unknown Last-Event-ID restarts the stream from the beginning", async () => {
  const { put, open } = await start();
  await put({ status: "cancelled", timeline: [status(1, "queued"), status(2, "cancelled")] });
  expect(await all(eventsOf(await open({ "last-event-id": "3" })))).toHaveLength(2);
});

test("a malformed Last-Event-ID is rejected", async () => {
  const { put, open } = await start();
  await put({});
  for (const id of ["x", "-1", "1.5", "9".repeat(40)]) {
    const response = await open({ "last-event-id": id });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ issues: [{ path: "last-event-id" }] });
  }
});

test("an idle stream gets comments", async () => {
  const { put, open } = await start(5);
  await put({});
  const leave = new AbortController();
  const response = await open({}, leave.signal);
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array);
    if (text.split(": still here").length > 3) break;
  }
  expect(text.startsWith("retry: 1000\n\n")).toBe(true);
  leave.abort();
});

test("nothing is retained of a client that disconnects", async () => {
  const { put, open, store } = await start();
  let watchers = 0;
  let forgotten = () => {};
  const gone = new Promise<void>((resolve) => {
    forgotten = resolve;
  });
  const { watch } = store;
  store.watch = (listener) => {
    watchers += 1;
    const stop = watch.call(store, listener);
    return () => {
      stop();
      watchers -= 1;
      forgotten();
    };
  };
  await put({});
  const leave = new AbortController();
  const events = eventsOf(await open({}, leave.signal));
  await events.next();
  expect(watchers).toBe(1);
  leave.abort();
  await gone;
  expect(watchers).toBe(0);
});

test("open streams end when the server closes", async () => {
  const { app, put, open } = await start();
  await put({});
  const events = eventsOf(await open());
  await events.next();
  await app.close();
  expect(await all(events)).toEqual([]);
});

test("a stream resumes on another server over the same store", async () => {
  const { put, open, id, services, account } = await start();
  await put({ status: "running", timeline: [status(1, "queued"), status(2, "running")] });
  const events = eventsOf(await open());
  await events.next();
  const { buildApp } = await import("../../../../src/server/app.ts");
  const other = await buildApp(services);
  await put({
    status: "completed",
    timeline: [status(1, "queued"), status(2, "running"), status(3, "completed")],
  });
  const response = await other.inject({
    url: `/v1/investigations/${id}/stream`,
    headers: { authorization: `Bearer ${account.key.key}`, "last-event-id": "1" },
  });
  expect(response.body.match(/^id: .*$/gm)).toEqual(["id: 2", "id: 3"]);
  await other.close();
});

test("closing waits neither for keep-alive connections nor for unused ones", async () => {
  const { app, put, open } = await start();
  await put({ status: "failed", timeline: [status(1, "failed")] });
  await (await open()).text();
  const { address, port } = app.server.address() as AddressInfo;
  const unused = connect(port, address);
  await once(unused, "connect");
  const closed = once(unused, "close");
  const begun = performance.now();
  await app.close();
  await closed;
  expect(performance.now() - begun).toBeLessThan(2000);
});
