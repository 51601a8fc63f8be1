import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { authority } from "./authority.ts";

export interface ReceivedRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes as they came, for signatures. */
  body: string;
  /** Epoch ms at which its last byte was in. */
  at: number;
  /** Which of the receiver's connections it came on, from 1. */
  connection: number;
}

/**
 * What a receiver does with a request: a status, or anything at all with the response. Raw bytes
 * go out by `response.socket`; to hang, do nothing.
 */
export type Answer = number | ((request: ReceivedRequest, response: ServerResponse) => unknown);

export interface ReceiverOptions {
  /** 200 unless given; `answerWith` changes it. */
  answer?: Answer;
  /** One of the shared authority unless given, for 127.0.0.1, localhost and `receiver.test`. */
  certificate?: { cert: Buffer | string; key: Buffer | string };
  /** A free one unless given, such as that of a receiver which was closed. */
  port?: number;
}

/** A certificate of an authority that all receivers of a test file share: making one takes a while. */
const shared = (() => {
  let made: { ca: string; cert: Buffer; key: Buffer } | undefined;
  return () => {
    if (made) return made;
    const folder = mkdtempSync(join(tmpdir(), "inquest-receiver-"));
    const own = authority(folder, "receivers");
    made = { ...own.sign("receiver.test"), ca: own.cert.toString() };
    rmSync(folder, { recursive: true });
    return made;
  };
})();

/** The authority that signed the receivers' certificates, PEM; `--webhook-ca` and `ca` take it. */
export const receiverCa = (): string => shared().ca;

/**
 * A webhook receiver over HTTPS on 127.0.0.1. It notes each request, answers as told, and ends
 * with the test:
 *
 *     const receiver = await startReceiver({ answer: 503 });
 *     await receiver.received(1);
 *     receiver.answerWith((request, response) => response.writeHead(302, { location: "/" }).end());
 */
export async function startReceiver({
  answer = 200,
  certificate = shared(),
  port: wanted = 0,
}: ReceiverOptions = {}) {
  const requests: ReceivedRequest[] = [];
  const sockets = new Map<Socket, number>();
  const waiting: { count: number; done: () => void }[] = [];
  let current = answer;
  let connections = 0;

  const { cert, key } = certificate;
  const server = createServer({ cert, key }, async (message, response) => {
    const request = await take(message, sockets.get(message.socket)!).catch(() => null);
    // Its sender went away in the middle.
    if (!request) return;
    requests.push(request);
    for (const { count, done } of waiting) if (requests.length >= count) done();
    if (typeof current === "function") await current(request, response);
    else response.writeHead(current).end();
  });
  server.on("secureConnection", (socket: Socket) => {
    connections += 1;
    sockets.set(socket, connections);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.listen(wanted, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets.keys()) socket.destroy();
    server.closeAllConnections();
    await closed;
  };
  onTestFinished(close);

  return {
    port,
    url: `https://127.0.0.1:${port}/hook`,
    ca: shared().ca,
    requests,
    /** Connections that were made so far, and those that are open now. */
    connections: () => connections,
    openConnections: () => sockets.size,
    answerWith(next: Answer) {
      current = next;
    },
    /** Resolves as soon as so many requests have come in all. */
    received: (count: number) =>
      new Promise<void>((done) => {
        if (requests.length >= count) done();
        else waiting.push({ count, done });
      }),
    /** Stops listening and drops every connection, as a crash does. */
    close,
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function take(message: IncomingMessage, connection: number): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return {
    method: message.method!,
    path: message.url!,
    headers: message.headers,
    body: Buffer.concat(chunks).toString(),
    at: Date.now(),
    connection,
  };
}
