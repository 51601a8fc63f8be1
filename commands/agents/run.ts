import * as Flags from "@oclif/core/flags";
import { runAgent } from "../../src/cli/agents/run-agent.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";

export default class AgentsRun extends InquestCommand {
  static override summary = "Run an agent for a remote server in the foreground.";
  static override description =
    "Settings come from the config file; SERVICE_* variables override it, and flags override both. The agent reconnects when the server was unavailable and logs JSON lines to stderr. Ctrl-C or SIGTERM stops it.";
  static override examples = [
    "<%= config.bin %> agents run --config /etc/inquest/agent.json",
    "<%= config.bin %> agents run --config agent.json --tags env=prod,role=web",
    "SERVICE_BRAIN_URL=https://inquest.example.com SERVICE_API_KEY=iq_… <%= config.bin %> agents run",
  ];
  static override flags = {
    config: Flags.string({ description: "The agent's config, a JSON file", helpValue: "<file>" }),
    tags: Flags.string({
      description: "Tags that replace those of the config, comma-separated",
      helpValue: "<a=b,c>",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(AgentsRun);
    await runAgent(flags, this.signal);
  }
}
