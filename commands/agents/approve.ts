import * as Flags from "@oclif/core/flags";
import {
  approvalQuestion,
  approveAgent,
  pendingKeyOf,
} from "../../src/cli/agents/approve-agent.ts";
import { findAgent } from "../../src/cli/agents/find-agent.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { agentView } from "../../src/ui/views/agents.ts";

export default class AgentsApprove extends InquestCommand {
  static override summary = "Approve an agent's new key or client certificate.";
  static override description =
    "The first key that registers an agent id is bound to it. A machine that was reinstalled has " +
    "another key and is rejected until that key is approved. Approve it only if its fingerprint is " +
    "agent_key in the first line of that agent's log.";
  static override examples = [
    "<%= config.bin %> agents approve service-web-1",
    "<%= config.bin %> agents approve service-web-1 --fingerprint SHA256:… --yes",
  ];
  static override args = { id: idArgument("agents") };
  static override flags = {
    fingerprint: Flags.string({ description: "Fail if the pending key has another fingerprint" }),
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(AgentsApprove);
    const { client, id } = await this.connectForId("agents", args.id);
    const agent = await findAgent(client, id);
    const key = pendingKeyOf(agent, flags.fingerprint);
    await this.confirm(approvalQuestion(agent, key), flags.yes);
    await this.present(await approveAgent(client, agent, key), agentView);
  }
}
