import * as Flags from "@oclif/core/flags";
import { agentFlags } from "../../src/cli/agents/agent-flags.ts";
import { FleetCommand } from "../../src/cli/agents/fleet-command.ts";
import { gatherAgents } from "../../src/cli/agents/gather-agents.ts";
import { agentListView, moreAgents } from "../../src/ui/views/agents.ts";

export default class AgentsList extends FleetCommand {
  static override summary = "List the agents, their status and when each was last seen.";
  static override description =
    "With --watch the list is kept up to date until q or Ctrl-C. In a pipe it is printed once, " +
    "followed by one line per agent that is added, removed or changed; with --json one object per line.";
  static override examples = [
    "<%= config.bin %> agents list",
    "<%= config.bin %> agents list --status disconnected",
    "<%= config.bin %> agents list --tag env=prod --tag role=web --json",
    "<%= config.bin %> agents list --watch",
  ];
  static override flags = {
    ...agentFlags,
    limit: Flags.integer({
      description: "Maximum number to list",
      default: 1000,
      min: 1,
      helpValue: "<n>",
    }),
    all: Flags.boolean({ description: "List everything", exclusive: ["limit"] }),
    watch: Flags.boolean({
      char: "w",
      description: "Keep watching and show changes",
      exclusive: ["limit"],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(AgentsList);
    const { client, kind } = await this.connect();
    if (flags.watch) return this.watch(client, flags);
    const listing = await gatherAgents(client, flags, this.signal);
    await this.present({ ...listing, hasServer: kind !== "embedded" }, agentListView);
    if (listing.more && flags.json) this.note(moreAgents);
  }
}
