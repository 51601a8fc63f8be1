import * as Args from "@oclif/core/args";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { agentView } from "../../src/ui/views/agents.ts";

export default class AgentsShow extends InquestCommand {
  static override summary = "Show an agent: its host, its tags and the policies that apply to it.";
  static override examples = [
    "<%= config.bin %> agents show service-web-1",
    "<%= config.bin %> agents show service-web-1 --json",
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Agent id", required: true }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(AgentsShow);
    const { client } = await this.connect();
    await this.present(await client.agent(args.id), agentView);
  }
}
