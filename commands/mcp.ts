import { Flags } from "@oclif/core";
import { McpCommand } from "../src/cli/mcp/mcp-command.ts";

export default class Mcp extends McpCommand {
  static override summary = "Serve the estate's answers to a model, as an MCP server over stdio.";
  static override description =
    "A client of the Model Context Protocol starts it and lists its tools: ask a question, read " +
    "one without running it, and show investigations, findings, the fleet, standing questions, " +
    "deliveries and dead letters. Asking runs read-only SQL on the hosts and records an " +
    "investigation.\n\n" +
    "Without --allow-write nothing else can be changed. With it a model can also cancel, judge a " +
    "finding, replay a delivery, and create, pause and resume standing questions.\n\n" +
    "It picks its server as every command does. stdout carries the protocol alone.";
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
