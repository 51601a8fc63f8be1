import { uninstallAgentHere } from "../../src/cli/agents/install-agent.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { serviceChangeView } from "../../src/ui/views/agent-setup.ts";

export default class AgentsUninstall extends InquestCommand {
  static override summary = "Stop the agent and remove its service.";
  static override description = "The config and the cache folder are not removed.";
  static override examples = ["sudo <%= config.bin %> agents uninstall"];

  async run(): Promise<void> {
    await this.parse(AgentsUninstall);
    await this.present(await uninstallAgentHere(), serviceChangeView);
  }
}
