import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { delivery, openSender } from "../../../helpers/sender.ts";
import { startReceiver } from "../../../helpers/webhook-receiver.ts";

test("a delivery arrives byte for byte", async () => {
  const receiver = await startReceiver();
  const sender = openSender();
  const request = delivery(`${receiver.url}?a=%20b`, '{"name":"Zoë 🦊"}');
  const outcome = await sender.send({
    ...request,
    headers: { ...request.headers, "x-service-event-id": "e1" },
  });
  expect(outcome).toMatchObject({ response_code: 200, response_body: "", error: null });
  expect(outcome.duration_ms).toBeGreaterThan(0);
  expect(receiver.requests).toMatchObject([
    {
      method: "POST",
      path: "/hook?a=%20b",
      body: '{"name":"Zoë 🦊"}',
      headers: {
        host: `127.0.0.1:${receiver.port}`,
        "content-type": "application/json",
        "content-length": "20",
        "user-agent": "inquest/0.1.0",
        "x-service-event-id": "e1",
      },
    },
  ]);
  expect(receiver.requests[0]!.headers).not.toHaveProperty("accept-encoding");
});

test.each([200, 202, 204, 301, 304, 307, 400, 404, 408, 410, 429, 500, 503])(
  "status %i is reported with its body, and redirects are not followed",
  async (status) => {
    const receiver = await startReceiver({
      answer: (_request, response) => {
        response.writeHead(status, { location: "/elsewhere" }).end("because");
      },
    });
    const outcome = await openSender().send(delivery(receiver.url));
    const body = status === 204 || status === 304 ? "" : "because";
    expect(outcome).toMatchObject({ response_code: status, response_body: body, error: null });
    expect(receiver.requests).toHaveLength(1);
  },
);

test("early hints are not the response", async () => {
  const receiver = await startReceiver({
    answer: (_request, response) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload" }, () => response.end("done"));
    },
  });
  const outcome = await openSender().send(delivery(receiver.url));
  expect(outcome).toMatchObject({ response_code: 200, response_body: "done" });
});

test.each([
  ["with", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
  ["without", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
])("a protocol upgrade is reported as 101, %s a named protocol", async (_case, raw) => {
  const receiver = await startReceiver({
    answer: (_request, response) => response.socket!.write(raw),
  });
  const outcome = await openSender().send(delivery(receiver.url));
  expect(outcome).toMatchObject({ response_code: 101, response_body: "", error: null });
});

test("connections are reused, and as many opened as there are concurrent deliveries", async () => {
  const receiver = await startReceiver();
  const sender = openSender();
  for (let sent = 0; sent < 5; sent += 1) await sender.send(delivery(receiver.url));
  expect(receiver.connections()).toBe(1);

  const held: ServerResponse[] = [];
  receiver.answerWith((_request, response) => held.push(response));
  const outcomes = Array.from({ length: 25 }, () => sender.send(delivery(receiver.url)));
  await receiver.received(30);
  const used = receiver.requests.slice(5).map(({ connection }) => connection);
  expect(new Set(used).size).toBe(25);
  for (const response of held) response.writeHead(204).end();
  expect((await Promise.all(outcomes)).every(({ response_code }) => response_code === 204)).toBe(
    true,
  );
});

test("an idle connection that its receiver has closed costs no attempt", async () => {
  const receiver = await startReceiver();
  const sender = openSender();
  await sender.send(delivery(receiver.url));
  await setImmediate();
  receiver.answerWith(({ connection }, response) => {
    if (connection === 1) response.socket!.destroy();
    else response.end("again");
  });
  const outcome = await sender.send(delivery(receiver.url));
  expect(outcome).toMatchObject({ response_code: 200, response_body: "again", error: null });
  expect(receiver.connections()).toBe(2);
});

test("a receiver that closes every connection is tried at most twice", async () => {
  const receiver = await startReceiver();
  const sender = openSender();
  await sender.send(delivery(receiver.url));
  await setImmediate();
  receiver.answerWith((_request, response) => response.socket!.destroy());
  const { error } = await sender.send(delivery(receiver.url));
  expect(error).toBe("the connection was closed before a response arrived");
  expect(receiver.requests).toHaveLength(3);
});

test("closing lets attempts finish and leaves no connection", async () => {
  const receiver = await startReceiver();
  const sender = openSender();
  let answer = () => {};
  receiver.answerWith((_request, response) => {
    answer = () => response.end("late");
  });
  const outcome = sender.send(delivery(receiver.url));
  await receiver.received(1);
  const closed = sender.close();
  answer();
  await closed;
  expect(await outcome).toMatchObject({ response_code: 200, response_body: "late" });
  expect(await sender.send(delivery(receiver.url))).toMatchObject({
    response_code: null,
    error: "the server is stopping",
  });
  await receiver.close();
});
