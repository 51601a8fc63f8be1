import * as Flags from "@oclif/core/flags";
import { describeAgentService, installAgentHere } from "../../src/cli/agents/install-agent.ts";
import { serviceFlags } from "../../src/cli/agents/setup-flags.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { serviceChangeView, serviceDefinitionView } from "../../src/ui/views/agent-setup.ts";

export default class AgentsInstall extends InquestCommand {
  static override summary = "Install the agent as a service on this machine and start it.";
  static override description =
    "Installs a hardened systemd unit on Linux, a launchd daemon on macOS, or a scheduled task on Windows. The config file must be complete: a service does not see your environment. Installing again only restarts the agent.";
  static override examples = [
    "sudo <%= config.bin %> agents install --config /etc/inquest/agent.json",
    "<%= config.bin %> agents install --config /etc/inquest/agent.json --user inquest --print",
    "<%= config.bin %> agents install --config C:\\inquest\\agent.json --print --platform win32",
  ];
  static override flags = {
    config: Flags.string({
      description: "The agent's config file, JSON",
      helpValue: "<file>",
      required: true,
    }),
    user: Flags.string({
      description: "User to run the agent as; it can read less than root",
      helpValue: "<name>",
    }),
    ...serviceFlags,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(AgentsInstall);
    if (flags.print) return this.present(await describeAgentService(flags), serviceDefinitionView);
    await this.present(await installAgentHere(flags), serviceChangeView);
  }
}
