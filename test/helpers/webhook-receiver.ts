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
  /** Including the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** The raw body, for signatures. */
  body: string;
  /** When its last byte arrived, epoch ms. */
  at: number;
  /** The number of the connection it arrived on, from 1. */
  connection: number;
}

/**
 * The response to a request: a status, or a function. Write raw bytes to `response.socket`; to hang,
 * do nothing.
 */
export type Answer = number | ((request: ReceivedRequest, response: ServerResponse) => unknown);

export interface ReceiverOptions {
  /** 200 by default; `answerWith` changes it. */
  answer?: Answer;
  /** By default one of the shared authority, for 127.0.0.1, localhost and `receiver.test`. */
  certificate?: { cert: Buffer | string; key: Buffer | string };
  /** A free port by default; pass one to restart a closed receiver. */
  port?: number;
  /** Closes it; by default with the test. */
  whenDone?: (cleanUp: () => Promise<void>) => void;
}

/** A certificate shared by all receivers of a test file, since creating one is slow. */
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

/** The authority of the receivers' certificates in PEM, for `--webhook-ca` and `ca`. */
export const receiverCa = (): string => shared().ca;

/**
 * A webhook receiver over HTTPS on 127.0.0.1. It records each request, responds with `answer`, and
 * closes with the test:
 *
 *     const receiver = await startReceiver({ answer: 503 });
 *     await receiver.received(1);
 *     receiver.answerWith((request, response) => response.writeHead(302, { location: "/" }).end());
 */
export async function startReceiver({
  answer = 200,
  certificate = shared(),
  port: wanted = 0,
  whenDone = onTestFinished,
}: ReceiverOptions = {}) {
  const requests: ReceivedRequest[] = [];
  const sockets = new Map<Socket, number>();
  const waiting: { count: number; done: () => void }[] = [];
  let current = answer;
  let connections = 0;

  const { cert, key } = certificate;
  const server = createServer({ cert, key }, async (message, response) => {
    const request = await readRequest(message, sockets.get(message.socket)!).catch(() => null);
    // The sender disconnected during the request.
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
  whenDone(close);

  return {
    port,
    url: `https://127.0.0.1:${port}/hook`,
    ca: shared().ca,
    requests,
    /** The number of connections so far. */
    connections: () => connections,
    openConnections: () => sockets.size,
    answerWith(next: Answer) {
      current = next;
    },
    /** Resolves once `count` requests have arrived in total. */
    received: (count: number) =>
      new Promise<void>((done) => {
        if (requests.length >= count) done();
        else waiting.push({ count, done });
      }),
    /** Stops listening and drops every connection, like a crash. */
    close,
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function readRequest(message: IncomingMessage, connection: number): Promise<ReceivedRequest> {
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
