import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import type { Client } from "../../../src/client/types.ts";
import { createMcpServer } from "../../../src/mcp/create-mcp-server.ts";
import type { Service } from "../../../src/mcp/definition/tool.ts";

interface Options {
  kind?: Service["kind"];
  allowWrite?: boolean;
}

/** A client of the protocol and a server over these operations of the service; others fail. */
export async function connectMcp(operations: Partial<Client>, options: Options = {}) {
  const service: Service = { client: operations as Client, kind: options.kind ?? "local" };
  const logged: string[] = [];
  const server = createMcpServer({
    version: "1.0.0",
    allowWrite: options.allowWrite ?? false,
    services: { use: (work) => work(service), close: async () => {} },
    now: () => Date.parse("2026-11-01T08:00:05.000Z"),
    log: (sentence, error) => logged.push(error === undefined ? sentence : `${sentence} ${error}`),
  });
  const client = new McpClient({ name: "test", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    outcome((await client.callTool({ name, arguments: args })) as CallToolResult);
  return { client, call, logged };
}

/** What a call told a reader, and what it gave a program. */
export function outcome({ content, structuredContent, isError = false }: CallToolResult) {
  const [first] = content;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is what it tests
  const data = structuredContent as any;
  return { text: first?.type === "text" ? first.text : "", data, isError };
}

export async function* pagesOf<Page>(...pages: Page[]): AsyncGenerator<Page> {
  yield* pages;
}
