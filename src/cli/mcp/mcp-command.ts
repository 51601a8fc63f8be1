import { escapeControl } from "../../core/escape-control.ts";
import { InquestCommand } from "../command/base-command.ts";
import { connect } from "../connection/connect.ts";

/** Calls of a model come in bursts; after one, other commands get the data folder back. */
const idleMs = 30_000;

/** The SDK's errors quote what they could not read. */
const maxWhy = 500;

/** A command that speaks the Model Context Protocol until its client goes away. */
export abstract class McpCommand extends InquestCommand {
  protected async serve(allowWrite: boolean): Promise<void> {
    const { signal, terminal } = this;
    const { shareService: holdService } = await import("../../mcp/share-service.ts");
    const { serveStdio } = await import("../../mcp/serve-stdio.ts");
    if (terminal.stdin.isTTY) this.note(...forPeople);
    await serveStdio({
      version: this.config.version,
      allowWrite,
      services: holdService({ open: () => connect(this.connectOptions()), idleMs }),
      now: Date.now,
      log: (sentence, error) => this.note(logLine(sentence, error)),
      input: terminal.stdin,
      output: terminal.stdout,
      signal,
    });
  }
}

const forPeople = [
  "This is an MCP server on stdin and stdout. It is usually started by an MCP client.",
  "docs/mcp.md explains how to add it to a client. Press Ctrl-C to quit.",
];

/** One line for the one who runs the server, which clients keep as its log. */
function logLine(sentence: string, error: unknown): string {
  if (error === undefined) return escapeControl(sentence);
  const why = error instanceof Error ? error.message : String(error);
  return escapeControl(`${sentence}: ${why.slice(0, maxWhy)}`);
}
