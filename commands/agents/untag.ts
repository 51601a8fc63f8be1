import { missingTagLines, untagAgent } from "../../src/cli/agents/change-tags.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { repeatedArgument } from "../../src/cli/flags/repeated-argument.ts";
import { requiredIdArgument } from "../../src/cli/ids/id-argument.ts";
import { agentView } from "../../src/ui/views/agents.ts";

export default class AgentsUntag extends InquestCommand {
  static override summary = "Remove tags from an agent.";
  static override description =
    "A key removes the tag whatever its value; key=value only if it has that value. A tag that " +
    "the agent doesn't have is reported but is not an error.";
  static override examples = [
    "<%= config.bin %> agents untag service-web-1 pci",
    "<%= config.bin %> agents untag service-web-1 env=test role",
  ];
  static override strict = false;
  static override args = {
    id: requiredIdArgument("agents"),
    tag: repeatedArgument("Key of the tag"),
  };

  async run(): Promise<void> {
    const { args, argv } = await this.parse(AgentsUntag);
    const { client } = await this.connect();
    const words = (argv as string[]).slice(1);
    const { agent, missing } = await untagAgent(client, args.id, words);
    this.note(...missingTagLines(agent, missing));
    await this.present(agent, agentView);
  }
}
