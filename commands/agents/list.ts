import { Flags } from "@oclif/core";
import { agentFlags } from "../../src/cli/agents/agent-flags.ts";
import { FleetCommand } from "../../src/cli/agents/fleet-command.ts";
import { gatherAgents } from "../../src/cli/agents/gather-agents.ts";
import { agentListView, moreAgents } from "../../src/ui/views/agents.ts";

export default class AgentsList extends FleetCommand {
  static override summary = "List the fleet: who is connected, and when each was last heard.";
  static override description =
    "With --watch the list stays up to date until q or Ctrl-C. In a pipe it is printed once, and " +
    "then a line for each agent that comes, goes or changes; with --json one object a line.";
  static override examples = [
    "<%= config.bin %> agents list",
    "<%= config.bin %> agents list --status disconnected",
    "<%= config.bin %> agents list --tag env=prod --tag role=web --json",
    "<%= config.bin %> agents list --watch",
  ];
  static override flags = {
    ...agentFlags,
    limit: Flags.integer({
      description: "How many to list",
      default: 1000,
      min: 1,
      helpValue: "<n>",
    }),
    all: Flags.boolean({ description: "List all there are", exclusive: ["limit"] }),
    watch: Flags.boolean({
      char: "w",
      description: "Go on looking, and show what changes",
      exclusive: ["limit"],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(AgentsList);
    const { client } = await this.connect();
    if (flags.watch) return this.watch(client, flags);
    const listing = await gatherAgents(client, flags, this.signal);
    await this.present(listing, agentListView);
    if (listing.more && flags.json) this.note(moreAgents);
  }
}
