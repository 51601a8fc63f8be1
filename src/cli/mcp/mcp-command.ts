import { escapeControl } from "../../core/escape-control.ts";
import { InquestCommand } from "../command/base-command.ts";
import { type Connection, connect } from "../connection/connect.ts";
import { toAppError } from "../terminal/report-error.ts";

/** A model calls in bursts; after a burst, the data folder is released for other commands. */
const idleMs = 30_000;

/** The SDK's errors quote unreadable input. */
const maxWhy = 500;

/** A command that runs an MCP server until its client disconnects. */
export abstract class McpCommand extends InquestCommand {
  protected async serve(allowWrite: boolean): Promise<void> {
    const { signal, terminal } = this;
    const { shareService: holdService } = await import("../../mcp/share-service.ts");
    const { serveStdio } = await import("../../mcp/serve-stdio.ts");
    if (terminal.stdin.isTTY) this.note(...forPeople);
    await serveStdio({
      version: this.config.version,
      allowWrite,
      services: holdService({ open: () => this.open(), idleMs }),
      now: Date.now,
      log: (sentence, error) => this.note(logLine(sentence, error)),
      input: terminal.stdin,
      output: terminal.stdout,
      signal,
    });
  }

  private async open(): Promise<Connection> {
    try {
      const options = this.connectOptions();
      return await connect(options, { advisories: options.env.INQUEST_ADVISORIES || undefined });
    } catch (error) {
      throw toAppError(error);
    }
  }
}

const forPeople = [
  "This is an MCP server on stdin and stdout. It is usually started by an MCP client.",
  "docs/mcp.md explains how to add it to a client. Press Ctrl-C to quit.",
];

/** A log line for the operator; MCP clients store it. */
function logLine(sentence: string, error: unknown): string {
  if (error === undefined) return escapeControl(sentence);
  const why = error instanceof Error ? error.message : String(error);
  return escapeControl(`${sentence}: ${why.slice(0, maxWhy)}`);
}
