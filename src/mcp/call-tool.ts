import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { AppError } from "../core/errors.ts";
import { checkArguments } from "./check-arguments.ts";
import type { Tool, ToolContext, ToolOutcome } from "./definition/tool.ts";
import { cutText } from "./output/cut.ts";
import { escapeLines, escapeValues } from "./output/escape-values.ts";

/** A longer text would fill the model's context with one answer. */
const maxText = 100_000;

export interface ToolCall {
  tool: Tool;
  input: unknown;
  allowWrite: boolean;
  /** Runs the work with a context over the service. */
  withContext<T>(work: (context: ToolContext) => Promise<T>): Promise<T>;
  /** Logs a bug in inquest. */
  log(error: unknown): void;
}

/** The result of a call. Errors are results too, so that a model can correct them. */
export async function callTool(call: ToolCall): Promise<CallToolResult> {
  const { tool, input, allowWrite, withContext } = call;
  if (tool.needsWrite && !allowWrite) return refusal(tool.name);
  const problem = checkArguments(tool.input, input);
  if (problem !== undefined) {
    return errorResult("validation_error", `The arguments of ${tool.name} are wrong: ${problem}`);
  }
  try {
    return toResult(await withContext((context) => tool.run(input, context)));
  } catch (error) {
    if (error instanceof AppError) return ofAppError(error);
    call.log(error);
    return errorResult(
      "internal_error",
      "Internal error in inquest; see this server's stderr for details.",
    );
  }
}

function refusal(name: string): CallToolResult {
  const message = `${name} makes changes, and this server is read-only. Start it with \`inquest mcp --allow-write\`.`;
  return errorResult("read_only", message);
}

function toResult({ text, data, failed }: ToolOutcome): CallToolResult {
  return {
    content: [{ type: "text", text: cutText(text, maxText) }],
    structuredContent: escapeValues(data),
    ...(failed && { isError: true }),
  };
}

function ofAppError({ code, message, hint, missingScope }: AppError): CallToolResult {
  return errorResult(code, [message, ...(hint ? [hint] : [])].join(" "), missingScope);
}

function errorResult(error: string, text: string, missing_scope?: string): CallToolResult {
  const message = escapeLines(text);
  return {
    content: [{ type: "text", text: message }],
    structuredContent: { error, message, ...(missing_scope && { missing_scope }) },
    isError: true,
  };
}
