import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { authority } from "../../../helpers/authority.ts";
import { freePort } from "../../../helpers/free-port.ts";
import { delivery, openSender } from "../../../helpers/sender.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { startReceiver } from "../../../helpers/webhook-receiver.ts";

const failure = (error: string) => ({ response_code: null, response_body: null, error });

const write = (raw: string) => (_request: unknown, response: ServerResponse) =>
  response.socket!.write(raw);

async function byteByByte(response: ServerResponse, raw: string): Promise<void> {
  for (const byte of Buffer.from(raw)) {
    response.socket!.write(Buffer.of(byte));
    await setImmediate();
  }
}

test("a closed port", async () => {
  const port = await freePort();
  const outcome = await openSender().send(delivery(`https://receiver.test:${port}/`));
  expect(outcome).toMatchObject(failure(`receiver.test refuses connections on port ${port}`));
});

test("a receiver that never responds", async () => {
  const receiver = await startReceiver({ answer: () => {} });
  const sender = openSender({ timeoutMs: 150 });
  const outcome = await sender.send(delivery(receiver.url));
  expect(outcome).toMatchObject(failure("no answer within 0.15 s"));
  expect(outcome.duration_ms).toBeGreaterThanOrEqual(149);
  expect(outcome.duration_ms).toBeLessThan(1_500);
});

test("a listener that never starts TLS", async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const outcome = await openSender({ timeoutMs: 150 }).send(delivery(`https://127.0.0.1:${port}/`));
  expect(outcome).toMatchObject(failure("no answer within 0.15 s"));
});

test("a receiver without TLS", async () => {
  const server = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const outcome = await openSender().send(delivery(`https://127.0.0.1:${port}/`));
  expect(outcome).toMatchObject(failure(`127.0.0.1 does not speak TLS on port ${port}`));
});

test("a connection that is closed during the handshake", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.destroy()));
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const outcome = await openSender().send(delivery(`https://127.0.0.1:${port}/`));
  expect(outcome).toMatchObject(failure("the connection was closed before a response arrived"));
});

test.each([
  ["before the answer", ""],
  ["within the status line", "HTTP/1.1 20"],
  ["within the headers", "HTTP/1.1 200 OK\r\ncontent-le"],
])("a connection that is reset %s", async (_when, raw) => {
  const receiver = await startReceiver({
    answer: (_request, response) => {
      const socket = response.socket!;
      socket.write(raw, () => socket.destroy());
    },
  });
  const outcome = await openSender().send(delivery(receiver.url));
  expect(outcome).toMatchObject(failure("the connection was closed before a response arrived"));
});

test.each([
  ["a length", "content-length: 100"],
  ["chunks", "transfer-encoding: chunked"],
])("a truncated body counts by its status: %s", async (_kind, header) => {
  const receiver = await startReceiver({
    answer: (_request, response) => {
      const start = header.startsWith("content") ? "beginning" : "9\r\nbeginning\r\n";
      const socket = response.socket!;
      socket.write(`HTTP/1.1 503 Busy\r\n${header}\r\n\r\n${start}`, () => socket.destroy());
    },
  });
  const outcome = await openSender().send(delivery(receiver.url));
  expect(outcome).toMatchObject({ response_code: 503, response_body: "beginning", error: null });
});

test("a response that arrives byte by byte", async () => {
  const raw = "HTTP/1.1 202 Accepted\r\ncontent-length: 5\r\n\r\nhello";
  const receiver = await startReceiver({
    answer: (_request, response) => byteByByte(response, raw),
  });
  const outcome = await openSender().send(delivery(receiver.url));
  expect(outcome).toMatchObject({ response_code: 202, response_body: "hello", error: null });
});

test("a body that is slower than the deadline counts by its status", async () => {
  const receiver = await startReceiver({
    answer: write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nso far"),
  });
  const outcome = await openSender({ timeoutMs: 800 }).send(delivery(receiver.url));
  expect(outcome).toMatchObject({ response_code: 200, response_body: "so far", error: null });
});

test("headers that are slower than the deadline are no response", async () => {
  const receiver = await startReceiver({ answer: write("HTTP/1.1 200 OK\r\nx-slow: ") });
  const outcome = await openSender({ timeoutMs: 200 }).send(delivery(receiver.url));
  expect(outcome).toMatchObject(failure("no answer within 0.2 s"));
});

test("an endless body is read up to the limit, and its connection closed", async () => {
  let written = 0;
  const ended: Promise<unknown>[] = [];
  const receiver = await startReceiver({
    answer: (_request, response) => {
      response.on("error", () => {});
      ended.push(new Promise((done) => response.socket!.once("close", done)));
      const chunk = Buffer.alloc(65_536, "x");
      const more = () => {
        while (!response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return;
        }
      };
      response.on("drain", more);
      more();
    },
  });
  const sender = openSender();
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => sender.send(delivery(receiver.url))),
  );
  await Promise.all(ended);
  expect(new Set(outcomes.map(({ response_code }) => response_code))).toEqual(new Set([200]));
  expect(outcomes.every(({ response_body }) => response_body === "x".repeat(4_096))).toBe(true);
  expect(written).toBeGreaterThan(4_096);
  expect(receiver.openConnections()).toBe(0);
  expect(receiver.connections()).toBe(50);
});

test.each([
  ["another protocol", "220 smtp.example ESMTP\r\n"],
  ["a header without a name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n"],
  ["a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n"],
  ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
])("a response that is not HTTP: %s", async (_case, raw) => {
  const receiver = await startReceiver({ answer: write(raw) });
  const outcome = await openSender().send(delivery(receiver.url));
  expect(outcome).toMatchObject(failure("the response is not HTTP"));
});

test("endless headers", async () => {
  const receiver = await startReceiver({
    answer: write(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(20_000)}\r\n\r\n`),
  });
  const outcome = await openSender().send(delivery(receiver.url));
  expect(outcome).toMatchObject(failure("the response headers are too long"));
});

test("untrusted certificates", async () => {
  const trusted = authority(temporaryFolder(), "trusted");
  const unknown = authority(temporaryFolder(), "unknown");
  const sender = openSender({ ca: trusted.cert.toString() });
  const told = async (certificate: { cert: Buffer; key: Buffer }, host = "localhost") => {
    const { port } = await startReceiver({ certificate });
    return (await sender.send(delivery(`https://${host}:${port}/`))).error;
  };
  expect(await told(trusted.sign("fine"))).toBeNull();
  expect(await told(trusted.sign("past", { days: -1 }))).toBe("the certificate has expired");
  expect(await told(trusted.signForTomorrow("early"))).toBe("the certificate is not valid yet");
  const other = trusted.sign("other");
  expect(await told(other, "elsewhere.test")).toBe("the certificate is not for elsewhere.test");
  expect(await told(other, "OTHER.")).toBeNull();
  expect(await told(unknown.sign("stranger"))).toBe(
    "the certificate is not signed by a trusted authority",
  );
});

test("finding 17: NODE_TLS_REJECT_UNAUTHORIZED=0 does not make a receiver trusted", async () => {
  const unknown = authority(temporaryFolder(), "unknown");
  const { url } = await startReceiver({ certificate: unknown.sign("stranger") });
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  onTestFinished(() => void delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  const trusted = authority(temporaryFolder(), "trusted");
  for (const sender of [openSender(), openSender({ ca: trusted.cert.toString() })]) {
    const { error } = await sender.send(delivery(url));
    expect(error).toBe("the certificate is not signed by a trusted authority");
  }
});

test("a name that can't be resolved at first", async () => {
  const receiver = await startReceiver();
  let found: () => Promise<{ address: string }[]>;
  const fails = (code: string) => async () => {
    throw Object.assign(new Error(code), { code });
  };
  const sender = openSender({ lookup: () => found() });
  const send = () => sender.send(delivery(`https://receiver.test:${receiver.port}/`));
  found = fails("EAI_AGAIN");
  expect(await send()).toMatchObject(failure("the name receiver.test could not be resolved"));
  found = fails("ENOTFOUND");
  expect(await send()).toMatchObject(failure("receiver.test has no address"));
  found = async () => [];
  expect(await send()).toMatchObject(failure("receiver.test has no address"));
  found = async () => [{ address: "127.0.0.1" }];
  expect(await send()).toMatchObject({ response_code: 200, error: null });
});

test("a name lookup that never ends", async () => {
  const sender = openSender({ timeoutMs: 100, lookup: () => new Promise(() => {}) });
  const url = "https://receiver.test/";
  expect(await sender.send(delivery(url))).toMatchObject(failure("no answer within 0.1 s"));
  expect(await sender.check(url)).toEqual({
    ok: false,
    reason: "the name lookup of receiver.test timed out",
  });
});

test.each([
  ["http://receiver.test/", "the URL does not begin with https://"],
  ["ftp://receiver.test/", "the URL does not begin with https://"],
  ["receiver.test", "the URL is invalid"],
  ["https://256.1.1.1/", "the URL is invalid"],
])("nothing is sent to %s", async (url, error) => {
  const sender = openSender();
  expect(await sender.send(delivery(url))).toMatchObject(failure(error));
  expect(await sender.check(url)).toEqual({ ok: false, reason: error });
});

test("invalid headers fail only their own delivery", async () => {
  const receiver = await startReceiver();
  const sender = openSender();
  const request = { ...delivery(receiver.url), headers: { "x-event": "a\r\nx-more: b" } };
  expect(await sender.send(request)).toMatchObject(
    failure("the request failed (UND_ERR_INVALID_ARG)"),
  );
  expect(await sender.send(delivery(receiver.url))).toMatchObject({ response_code: 200 });
  expect(receiver.requests).toHaveLength(1);
});

test("a receiver that restarts is reached again", async () => {
  const first = await startReceiver();
  const sender = openSender();
  expect(await sender.send(delivery(first.url))).toMatchObject({ response_code: 200 });
  await first.close();
  // On a busy machine a request may still go out over the connection that was closed.
  await expect
    .poll(() => sender.send(delivery(first.url)))
    .toMatchObject(failure(`127.0.0.1 refuses connections on port ${first.port}`));
  await startReceiver({ port: first.port });
  expect(await sender.send(delivery(first.url))).toMatchObject({ response_code: 200 });
});
