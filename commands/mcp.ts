import * as Flags from "@oclif/core/flags";
import { McpCommand } from "../src/cli/mcp/mcp-command.ts";

export default class Mcp extends McpCommand {
  static override summary = "Run an MCP server over stdio, so that a model can query the fleet.";
  static override description =
    "Usually started by a Model Context Protocol client. The model can ask a question, see how one is read " +
    "without running it, and list investigations, findings, agents, scheduled questions, " +
    "deliveries and dead letters. A question runs read-only SQL on the hosts and records an " +
    "investigation; all other changes need --allow-write. stdout carries only the " +
    "protocol. docs/mcp.md explains how to add it to a client.";
  static override examples = [
    "<%= config.bin %> mcp",
    "<%= config.bin %> mcp --allow-write",
    "<%= config.bin %> mcp --server https://inquest.example.com",
  ];
  static override flags = {
    "allow-write": Flags.boolean({
      description:
        "Let the model also cancel, give verdicts, replay deliveries and change scheduled questions",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp);
    await this.serve(flags["allow-write"]);
  }
}
