import { tagAgent } from "../../src/cli/agents/change-tags.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { repeatedArgument } from "../../src/cli/flags/repeated-argument.ts";
import { requiredIdArgument } from "../../src/cli/ids/id-argument.ts";
import { agentView } from "../../src/ui/views/agents.ts";

export default class AgentsTag extends InquestCommand {
  static override summary = "Add tags to an agent; existing tags keep or change their value.";
  static override description =
    "A bare word such as web means web=true. A tag set here stays until the agent " +
    "itself reports another value for it.";
  static override examples = [
    "<%= config.bin %> agents tag service-web-1 env=prod role=web",
    "<%= config.bin %> agents tag service-web-1 pci",
  ];
  static override strict = false;
  static override args = {
    id: requiredIdArgument("agents"),
    tag: repeatedArgument("Tag as key=value"),
  };

  async run(): Promise<void> {
    const { args, argv } = await this.parse(AgentsTag);
    const { client } = await this.connect();
    await this.present(await tagAgent(client, args.id, (argv as string[]).slice(1)), agentView);
  }
}
