import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { request } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { receiveEvent } from "../../../../../src/cli/webhooks/listen/receive-event.ts";
import { startReceiver } from "../../../../../src/cli/webhooks/listen/receiver.ts";
import {
  loopbackCertificate,
  verifyDelivery,
} from "../../../../../src/compose/webhooks/admit-listener.ts";
import type { ReceivedEvent } from "../../../../../src/ui/views/received-event.ts";
import { secrets, signedDelivery } from "../../../../helpers/webhooks.ts";

const nowMs = Date.parse("2026-11-01T00:00:01.000Z");

/** A receiver like `webhooks listen` has it, and what it tells. */
async function listening({ target }: { target?: URL } = {}) {
  const told: ReceivedEvent[] = [];
  const { certificate, key } = loopbackCertificate(Date.now(), randomBytes);
  const options = { verify: verifyDelivery, secret: secrets.generated, target, now: () => nowMs };
  const receiver = await startReceiver({
    port: 0,
    certificate,
    key,
    path: "/here",
    answer: async (received) => {
      const outcome = await receiveEvent(received, options);
      told.push(outcome.received);
      return outcome.answer;
    },
  });
  onTestFinished(receiver.close);
  const post = async (headers: Record<string, string>, body: string, path = "/here") => {
    const to = { host: "127.0.0.1", port: receiver.port, path, method: "POST", ca: certificate };
    const sent = request({ ...to, headers, agent: false }).end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return { status: response.statusCode, body: (await response.toArray()).join("") };
  };
  return { told, post };
}

/** A target that answers with a status, and what it got. */
async function targetOf(status: number) {
  const got: { rawHeaders: string[]; body: string }[] = [];
  const server = createServer(async (incoming, response) => {
    got.push({ rawHeaders: incoming.rawHeaders, body: (await incoming.toArray()).join("") });
    response.writeHead(status).end("the target says");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { got, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`) };
}

test("a delivery that is signed is told with its envelope and answered 200", async () => {
  const { told, post } = await listening();
  const { headers, body, event } = signedDelivery();
  expect(await post(headers, body)).toEqual({ status: 200, body: "" });
  expect(told).toEqual([
    {
      received_at: "2026-11-01T00:00:01.000Z",
      delivery_id: "dlv_01hv3k6z5w9m4q8r7t2y1x0c3b.1",
      event_type: "finding.discovered",
      verified: true,
      reason: null,
      answered: 200,
      forwarded: null,
      event,
    },
  ]);
});

test("one that another secret signed is refused, told, and not handed on", async () => {
  const { got, url } = await targetOf(200);
  const { told, post } = await listening({ target: url });
  const { headers, body } = signedDelivery({ secrets: [secrets.supplied] });
  expect((await post(headers, body)).status).toBe(401);
  expect(told).toMatchObject([{ verified: false, answered: 401, event: null }]);
  expect(got).toEqual([]);
});

test("more than 1 MiB is refused, and another path is not there", async () => {
  const { told, post } = await listening();
  const { headers } = signedDelivery();
  expect((await post(headers, "x".repeat(1024 * 1024 + 1))).status).toBe(413);
  expect((await post(headers, "{}", "/elsewhere")).status).toBe(404);
  expect(told).toHaveLength(1);
});

test("it is handed on byte for byte, and the target's answer is the answer", async () => {
  const { got, url } = await targetOf(503);
  const { told, post } = await listening({ target: url });
  const { headers, body } = signedDelivery();
  expect(await post(headers, body)).toEqual({ status: 503, body: "the target says" });
  expect(got[0]!.body).toBe(body);
  for (const [name, value] of Object.entries(headers)) {
    expect(got[0]!.rawHeaders[got[0]!.rawHeaders.indexOf(name) + 1], name).toBe(value);
  }
  expect(got[0]!.rawHeaders.filter((name) => name === "Host")).toHaveLength(1);
  expect(told[0]).toMatchObject({ answered: 503, forwarded: { status: 503, error: null } });
});

test("a target that isn't there is told, and answered for with 502", async () => {
  const closed = createTcpServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const { told, post } = await listening({ target: new URL(`http://127.0.0.1:${port}/`) });
  const { headers, body } = signedDelivery();
  expect(await post(headers, body)).toEqual({
    status: 502,
    body: "No response (connection refused).",
  });
  expect(told[0]).toMatchObject({ forwarded: { status: null, error: "connection refused" } });
});

test.each([
  ["changes protocols", "HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
  ["has a status that is none", "HTTP/1.1 099 X\r\ncontent-length: 0\r\n\r\n"],
  ["is not HTTP", "hello\r\n\r\n"],
])("an answer that %s is told, and answered for with 502", async (_case, raw) => {
  const server = createTcpServer((socket) => socket.once("data", () => socket.end(raw)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { post } = await listening({ target: new URL(`http://127.0.0.1:${port}/`) });
  const { headers, body } = signedDelivery();
  expect(await post(headers, body)).toEqual({
    status: 502,
    body: "No response (not an HTTP response).",
  });
});
