import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { removalQuestion } from "../../../src/cli/investigate/accept-request.ts";
import { removedAcceptanceView } from "../../../src/ui/views/acceptances.ts";

export default class InvestigateAcceptRemove extends InquestCommand {
  static override summary = "Remove an acceptance; its findings count again.";
  static override examples = [
    "<%= config.bin %> investigate accept remove acp_01jc3x6m8v2k4q7r9t5w1y3z0b --yes",
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Acceptance id", required: true }),
  };
  static override flags = {
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(InvestigateAcceptRemove);
    const { client } = await this.connect();
    const acceptance = await client.acceptance(args.id);
    await this.confirm(removalQuestion(acceptance), flags.yes);
    await client.deleteAcceptance(acceptance.id);
    await this.present(acceptance, removedAcceptanceView);
  }
}
