import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { AppError } from "../../../core/errors.ts";

/** A request as it came, byte for byte. */
export interface ReceivedRequest {
  /** Names and values in turn, as they were written. */
  rawHeaders: string[];
  headers: NodeJS.Dict<string | string[]>;
  /** Null when there was more of it than a delivery may have. */
  body: Buffer | null;
  /** Aborted when the sender no longer waits for the answer. */
  signal: AbortSignal;
}

export interface ReceiverAnswer {
  status: number;
  body: string;
}

export interface ReceiverOptions {
  /** 0 for a free one. */
  port: number;
  /** Both PEM. */
  certificate: string;
  key: string;
  /** The one path that is answered. */
  path: string;
  answer(request: ReceivedRequest): Promise<ReceiverAnswer>;
}

/** The server's own limit for a body. */
const maxBodyBytes = 1024 * 1024;

/** An HTTPS receiver on 127.0.0.1. */
export async function startReceiver({ port, certificate, key, path, answer }: ReceiverOptions) {
  const server = createServer({ cert: certificate, key }, async (request, response) => {
    if (request.method !== "POST" || request.url !== path) {
      request.resume();
      return void response.writeHead(404).end();
    }
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const body = await readBody(request).catch(() => undefined);
    // It went away before its last byte.
    if (body === undefined) return;
    const { rawHeaders, headers } = request;
    const answered = await answer({ rawHeaders, headers, body, signal: gone.signal });
    response.writeHead(answered.status, { "content-type": "text/plain; charset=utf-8" });
    response.end(answered.body);
  });
  // Whoever connects without speaking TLS has nothing to say to us.
  server.on("tlsClientError", (_, socket) => socket.destroy());
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    throw new AppError("port_in_use", `Can't listen on port ${port} (${error.code}).`, {
      hint: "Omit --port to use a free one.",
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes <= maxBodyBytes ? Buffer.concat(chunks) : null;
}
