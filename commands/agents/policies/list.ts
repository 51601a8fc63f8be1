import { gatherPolicies } from "../../../src/cli/agents/policies.ts";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { listFlags } from "../../../src/cli/flags/common-flags.ts";
import { policyListView } from "../../../src/ui/views/policies.ts";

export default class AgentsPoliciesList extends InquestCommand {
  static override summary = "List tag policies, oldest first.";
  static override examples = [
    "<%= config.bin %> agents policies list",
    "<%= config.bin %> agents policies list --all --json",
  ];
  static override flags = listFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(AgentsPoliciesList);
    const { client } = await this.connect();
    await this.present(await gatherPolicies(client, flags), policyListView);
  }
}
