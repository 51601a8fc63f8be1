import { uninstallAgentHere } from "../../src/cli/agents/install-agent.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { serviceChangeView } from "../../src/ui/views/agent-setup.ts";

export default class AgentsUninstall extends InquestCommand {
  static override summary = "End the agent that install set up, and take its service away.";
  static override description = "The config and the cache folder are left as they are.";
  static override examples = ["sudo <%= config.bin %> agents uninstall"];

  async run(): Promise<void> {
    await this.parse(AgentsUninstall);
    await this.present(await uninstallAgentHere(), serviceChangeView);
  }
}
