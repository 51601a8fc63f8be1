import { Agent, type IncomingMessage, request } from "node:http";
import { gapOf, TableUnavailable } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";

export interface SocketOptions {
  socketPath: string;
  timeoutMs?: number;
  maxBytes?: number;
}

/**
 * Reads JSON from a daemon that serves HTTP on a Unix socket, by GET only; undefined for 404. Calls
 * throw `TableUnavailable`: table_missing without a socket, denied without permission.
 */
export function openSocket(
  host: Host,
  { socketPath, timeoutMs = 5000, maxBytes = 64 << 20 }: SocketOptions,
): (path: string) => Promise<unknown> {
  // Limits parallel requests: a daemon may have a thousand containers.
  const agent = new Agent({ maxSockets: 8 });
  return async (path) => {
    if (host.root !== "/")
      throw new TableUnavailable("table_missing", "no daemon in a recorded tree");
    try {
      // Other tables may block the thread until the timeout has passed, even though the connection would succeed.
      host.stat(socketPath);
      return await getJson({ path, socketPath, agent, timeoutMs, maxBytes });
    } catch (error) {
      throw unavailable(error, socketPath);
    }
  };
}

interface Call {
  path: string;
  socketPath: string;
  agent: Agent;
  timeoutMs: number;
  maxBytes: number;
}

/** The body as JSON; undefined for 404. */
function getJson({ maxBytes, timeoutMs, ...call }: Call): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const asking = request({ ...call, host: "localhost", method: "GET", signal }, (response) => {
      readBody(response, maxBytes)
        .then((body) => {
          if (response.statusCode === 404) resolve(undefined);
          else if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode}`));
          else resolve(JSON.parse(body));
        })
        .catch(reject);
    });
    asking.on("error", reject);
    asking.end();
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total > maxBytes) throw new Error(`answer above ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function unavailable(error: unknown, socketPath: string): TableUnavailable {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"))
    return new TableUnavailable("timed_out", `${socketPath}: no response before the timeout`);
  // The socket file is there but no daemon listens: treated like no socket.
  if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED")
    return new TableUnavailable("table_missing", `${socketPath}: no daemon is listening`);
  const gap = gapOf(error, socketPath);
  const isPlain = (error as NodeJS.ErrnoException).code === undefined;
  return new TableUnavailable(
    gap.reason,
    isPlain ? `${socketPath}: ${(error as Error).message}` : gap.detail,
  );
}
