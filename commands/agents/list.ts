import { Flags } from "@oclif/core";
import { agentFlags } from "../../src/cli/agents/agent-flags.ts";
import { gatherAgents } from "../../src/cli/agents/gather-agents.ts";
import { InquestCommand } from "../../src/cli/base-command.ts";
import { agentListView, moreAgents } from "../../src/ui/views/agents.ts";

export default class AgentsList extends InquestCommand {
  static override summary = "List the fleet: who is connected, and when each was last heard.";
  static override examples = [
    "<%= config.bin %> agents list",
    "<%= config.bin %> agents list --status disconnected",
    "<%= config.bin %> agents list --tag env=prod --tag role=web --json",
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
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(AgentsList);
    const { client } = await this.connect();
    const listing = await gatherAgents(client, flags, this.signal);
    await this.present(listing, agentListView);
    if (listing.more && flags.json) this.tell(moreAgents);
  }
}
