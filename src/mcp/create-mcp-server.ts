// McpServer wants schemas of zod; ours are JSON schemas already, which the class below it takes.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { escapeControl } from "../core/escape-control.ts";
import { suggest } from "../core/suggest.ts";
import { callTool } from "./call-tool.ts";
import type { Tool, ToolContext } from "./definition/tool.ts";
import { instructions } from "./instructions.ts";
import { tools } from "./registry.ts";
import { progressReporter } from "./report-progress.ts";
import { readInvestigation, resourceTemplates } from "./resources.ts";
import type { SharedService } from "./share-service.ts";

export interface McpServerOptions {
  version: string;
  /** Whether tools that make changes are available. */
  allowWrite: boolean;
  services: SharedService;
  now: () => number;
  /** Logs a message for the operator. */
  log(sentence: string, error?: unknown): void;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The service's operations as a server of the Model Context Protocol. */
export function createMcpServer(options: McpServerOptions): Server {
  const { version, allowWrite, services, now, log } = options;
  const server = new Server(
    { name: "inquest", title: "inquest", version },
    { capabilities: { tools: {}, resources: {}, logging: {} }, instructions },
  );
  const notify = (sentence: string) => {
    log(sentence);
    server.sendLoggingMessage({ level: "info", logger: "inquest", data: sentence }).catch(() => {});
  };
  const withContext = <T>(extra: Extra, work: (context: ToolContext) => Promise<T>) =>
    services.use(({ client, kind }) => {
      const { signal, sendNotification, _meta } = extra;
      const progress = progressReporter(_meta?.progressToken, sendNotification);
      return work({ client, kind, signal, nowMs: now(), progress, notify });
    });

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.filter(({ needsWrite }) => allowWrite || !needsWrite).map(listed),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    callTool({
      tool: findTool(params.name),
      input: params.arguments ?? {},
      allowWrite,
      withContext: (work) => withContext(extra, work),
      log: (error) => extra.signal.aborted || log(`${params.name} failed`, error),
    }),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    withContext(extra, (context) => readInvestigation(params.uri, context)),
  );
  return server;
}

function listed({ name, title, description, input, annotations }: Tool) {
  const inputSchema = input as unknown as { type: "object" };
  return { name, title, description, inputSchema, annotations: { title, ...annotations } };
}

function findTool(name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const near = suggest(
    name.slice(0, 64),
    tools.map((one) => one.name),
  );
  const unknownTool = `There is no tool "${escapeControl(name.slice(0, 64))}".`;
  throw new McpError(
    ErrorCode.InvalidParams,
    near ? `${unknownTool} Did you mean ${near}?` : unknownTool,
  );
}
