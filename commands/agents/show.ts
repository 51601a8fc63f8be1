import { findAgent } from "../../src/cli/agents/find-agent.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { agentView } from "../../src/ui/views/agents.ts";

export default class AgentsShow extends InquestCommand {
  static override summary = "Show an agent: its host, its tags and the policies that apply to it.";
  static override examples = [
    "<%= config.bin %> agents show service-web-1",
    "<%= config.bin %> agents show service-web-1 --json",
  ];
  static override args = { id: idArgument("agents") };

  async run(): Promise<void> {
    const { args } = await this.parse(AgentsShow);
    const { client, id } = await this.connectForId("agents", args.id);
    await this.present(await findAgent(client, id), agentView);
  }
}
