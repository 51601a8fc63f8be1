import * as Flags from "@oclif/core/flags";
import { findAgents, removalQuestion, removeAgents } from "../../src/cli/agents/remove-agents.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idsArgument } from "../../src/cli/ids/id-argument.ts";
import { removedAgentsView } from "../../src/ui/views/agents.ts";

export default class AgentsRemove extends InquestCommand {
  static override summary = "Remove agents and their snapshots from the server.";
  static override description =
    "An agent that is still running registers again: stop it first, with agents uninstall on its host.";
  static override examples = [
    "<%= config.bin %> agents remove service-web-1",
    "<%= config.bin %> agents remove service-web-1 service-web-2 --yes",
  ];
  static override strict = false;
  static override args = { id: idsArgument("agents") };
  static override flags = {
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(AgentsRemove);
    const { client, ids } = await this.connectForIds("agents", argv as string[]);
    const agents = await findAgents(client, ids);
    await this.confirm(removalQuestion(agents), flags.yes);
    await removeAgents(client, agents);
    await this.present(agents, removedAgentsView);
  }
}
