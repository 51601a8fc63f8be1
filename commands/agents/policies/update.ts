import * as Flags from "@oclif/core/flags";
import { policyPatch } from "../../../src/cli/agents/policies.ts";
import { policyFlags } from "../../../src/cli/agents/policy-flags.ts";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { idArgument } from "../../../src/cli/ids/id-argument.ts";
import { policyView } from "../../../src/ui/views/policies.ts";

export default class AgentsPoliciesUpdate extends InquestCommand {
  static override summary = "Change a tag policy; settings not given stay unchanged.";
  static override examples = [
    "<%= config.bin %> agents policies update pol_01jc3x6m8v2k4q7r9t5w1y3z0b --criticality critical",
    "<%= config.bin %> agents policies update pol_01jc3x6m8v2k4q7r9t5w1y3z0b --clear-deny-tables",
  ];
  static override args = { id: idArgument("policies") };
  static override flags = {
    name: Flags.string({ description: "New name", helpValue: "<name>" }),
    ...policyFlags,
    "clear-deny-tables": Flags.boolean({
      description: "Remove all denied tables",
      exclusive: ["deny-table"],
    }),
    "clear-snapshot-interval": Flags.boolean({
      description: "Remove the snapshot interval of this policy",
      exclusive: ["snapshot-interval"],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AgentsPoliciesUpdate);
    const patch = policyPatch(flags);
    const { client, id } = await this.connectForId("policies", args.id);
    await this.present(await client.updatePolicy(id, patch), policyView);
  }
}
