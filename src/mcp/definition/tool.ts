import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { Static, TSchema } from "typebox";
import type { Client } from "../../client/types.ts";

/** A service that a call talks to. */
export interface Service {
  client: Client;
  /** `embedded` lives inside this process, and only while calls come. */
  kind: "remote" | "local" | "embedded";
}

/** What a tool works with during one call. */
export interface ToolContext extends Service {
  /** Aborted when the caller cancels the call, and when the server ends. */
  signal: AbortSignal;
  nowMs: number;
  /** Tells how far the call is, where the caller asked for that. */
  progress(percent: number, message: string): void;
  /** Tells what no answer can tell any more. */
  notify(sentence: string): void;
}

/** What a call gives: the same for a reader and for a program. */
export interface ToolOutcome {
  text: string;
  data: Record<string, unknown>;
  /** The call did what it could, and that is no answer. */
  failed?: boolean;
}

/** One operation of the service as a model sees it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: TSchema;
  annotations: ToolAnnotations;
  /** Whether it is there only with `--allow-write`. */
  needsWrite: boolean;
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
}

interface ToolDefinition<Input extends TSchema> extends Omit<Tool, "input" | "run"> {
  input: Input;
  /** The input has been checked against its schema. */
  run(input: Static<Input>, context: ToolContext): Promise<ToolOutcome>;
}

export function defineTool<Input extends TSchema>(definition: ToolDefinition<Input>): Tool {
  return {
    ...definition,
    run: (input, context) => definition.run(input as Static<Input>, context),
  };
}

/** Of a tool that looks and changes nothing: the estate is a closed world. */
export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** What waits for a server: the backend inside this process only answers. */
export function pendingNote(kind: Service["kind"], done: string): string[] {
  return kind === "embedded"
    ? [`It is ${done} once a server is running here (inquest server).`]
    : [];
}
