import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { Static, TSchema } from "typebox";
import type { Client } from "../../client/types.ts";

/** A service that a call talks to. */
export interface Service {
  client: Client;
  /** `embedded` lives inside this process, and only while calls come. */
  kind: "remote" | "local" | "embedded";
}

/** The context of one tool call. */
export interface ToolContext extends Service {
  /** Aborted when the caller cancels the call, and when the server ends. */
  signal: AbortSignal;
  nowMs: number;
  /** Reports progress if the caller asked for it. */
  progress(percent: number, message: string): void;
  /** Sends a message when there can be no result any more. */
  notify(sentence: string): void;
}

/** The result of a call, as text and as data. */
export interface ToolOutcome {
  text: string;
  data: Record<string, unknown>;
  /** The call worked, but the result is a failure. */
  failed?: boolean;
}

/** One operation of the service as a model sees it. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  input: TSchema;
  annotations: ToolAnnotations;
  /** Whether it needs `--allow-write`. */
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

/** Annotations of a tool that changes nothing; the fleet is a closed world. */
export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Annotations of a tool that records a person's decision, which can be changed again. */
export const recording: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A note that something waits for a server: a backend inside this process doesn't run schedules. */
export function pendingNote(kind: Service["kind"], done: string): string[] {
  return kind === "embedded"
    ? [`It is ${done} once a server is running here (inquest server).`]
    : [];
}
