import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";

export interface StdioOptions extends McpServerOptions {
  input: Readable;
  /** Carries the protocol and nothing else. */
  output: Writable;
  /** Aborted when the server is to end. */
  signal: AbortSignal;
}

/** Serves one client until it disconnects or `signal` aborts; running calls are aborted. */
export async function serveStdio({
  input,
  output,
  signal,
  ...options
}: StdioOptions): Promise<void> {
  const server = createMcpServer(options);
  server.onerror = (error) => options.log("A message could not be read or sent", error);
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    // The transport doesn't detect the end of its input.
    for (const event of ["end", "close", "error"]) input.once(event, () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await server.close();
  await options.services.close();
}
