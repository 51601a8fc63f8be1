import * as Flags from "@oclif/core/flags";
import { deletionQuestion } from "../../../src/cli/agents/policies.ts";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { idArgument } from "../../../src/cli/ids/id-argument.ts";
import { deletedPolicyView } from "../../../src/ui/views/policies.ts";

export default class AgentsPoliciesDelete extends InquestCommand {
  static override summary = "Delete a tag policy; the tables it denied may be read again.";
  static override examples = [
    "<%= config.bin %> agents policies delete pol_01jc3x6m8v2k4q7r9t5w1y3z0b --yes",
  ];
  static override args = { id: idArgument("policies") };
  static override flags = {
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AgentsPoliciesDelete);
    const { client, id } = await this.connectForId("policies", args.id);
    const policy = await client.policy(id);
    await this.confirm(deletionQuestion(policy), flags.yes);
    await client.deletePolicy(policy.id);
    await this.present(policy, deletedPolicyView);
  }
}
