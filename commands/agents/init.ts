import { initAgent } from "../../src/cli/agents/init-agent.ts";
import { initFlags } from "../../src/cli/agents/init-flags.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { setupFileView } from "../../src/ui/views/agent-setup.ts";

export default class AgentsInit extends InquestCommand {
  static override summary = "Write an agent's config; in a terminal, prompt for missing values.";
  static override description =
    "Only the file's owner can read it. With a pinned plan key, the agent runs only plans that its server signed, even if someone else has the API key.";
  static override examples = [
    "<%= config.bin %> agents init",
    "<%= config.bin %> agents init --brain-url https://brain.example.com --api-key - --tags env=prod,web --pin --output /etc/inquest/agent.json < key",
  ];
  static override flags = initFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(AgentsInit);
    await this.present(await initAgent(flags, this.terminal), setupFileView);
  }
}
