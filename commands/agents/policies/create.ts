import * as Args from "@oclif/core/args";
import { newPolicy } from "../../../src/cli/agents/policies.ts";
import { policyFlags } from "../../../src/cli/agents/policy-flags.ts";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { policyView } from "../../../src/ui/views/policies.ts";

export default class AgentsPoliciesCreate extends InquestCommand {
  static override summary = "Create a tag policy; it applies to matching agents immediately.";
  static override description =
    "A denied table is never read on a host, and answers report that it was skipped. On a critical " +
    "host, findings are one severity higher; high is only a label. If several policies " +
    "match an agent, all denials apply, with the highest criticality and the shortest interval.";
  static override examples = [
    "<%= config.bin %> agents policies create secrets --match env=prod --deny-table shadow",
    "<%= config.bin %> agents policies create payments --match role=db --match env=prod --criticality critical",
    "<%= config.bin %> agents policies create calm --every-agent --snapshot-interval 1h",
  ];
  static override args = {
    name: Args.string({ ignoreStdin: true, description: "Name of the policy", required: true }),
  };
  static override flags = policyFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AgentsPoliciesCreate);
    const request = newPolicy(args.name, flags);
    const { client } = await this.connect();
    await this.present(await client.createPolicy(request), policyView);
  }
}
