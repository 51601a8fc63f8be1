import { checkAgentHere, exitCodeOf } from "../../src/cli/agents/check-agent.ts";
import { configFlag, tagsFlag } from "../../src/cli/agents/setup-flags.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { checksView } from "../../src/ui/views/agent-setup.ts";

export default class AgentsCheck extends InquestCommand {
  static override summary = "Check an agent's setup end to end, without starting it.";
  static override description =
    "Checks the config, files, cache folder, network, TLS, client certificate, plan key, clock and API key. SERVICE_* variables apply as in agents run. The exit code is 1 if a check fails.";
  static override examples = [
    "<%= config.bin %> agents check --config /etc/inquest/agent.json",
    "<%= config.bin %> agents check --config agent.json --json",
  ];
  static override flags = { config: configFlag, tags: tagsFlag };

  async run(): Promise<void> {
    const { flags } = await this.parse(AgentsCheck);
    const checks = await checkAgentHere(flags, this.terminal.env);
    process.exitCode = exitCodeOf(checks);
    await this.present(checks, checksView);
  }
}
