import { Flags } from "@oclif/core";
import { McpCommand } from "../src/cli/mcp/mcp-command.ts";

export default class Mcp extends McpCommand {
  static override summary = "Serve the estate's answers to a model, as an MCP server over stdio.";
  static override description =
    "A client of the Model Context Protocol starts it. The model can ask a question, read one " +
    "without running it, and see investigations, findings, the fleet, standing questions, " +
    "deliveries and dead letters. Asking runs read-only SQL on the hosts and records an " +
    "investigation; anything else that changes something needs --allow-write. stdout carries the " +
    "protocol alone. How to add it to a client is in docs/mcp.md.";
  static override examples = [
    "<%= config.bin %> mcp",
    "<%= config.bin %> mcp --allow-write",
    "<%= config.bin %> mcp --server https://inquest.example.com",
  ];
  static override flags = {
    "allow-write": Flags.boolean({
      description: "Let the model also cancel, judge, replay, and change standing questions",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp);
    await this.serve(flags["allow-write"]);
  }
}
