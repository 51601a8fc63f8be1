import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idsArgument } from "../../src/cli/ids/id-argument.ts";
import { cancelAll } from "../../src/cli/investigate/cancel-all.ts";
import { cancelView } from "../../src/ui/views/investigation/actions.ts";

export default class InvestigateCancel extends InquestCommand {
  static override summary = "Cancel investigations; their findings so far are kept.";
  static override examples = [
    "<%= config.bin %> investigate cancel inv_01jc3x6m8v2k4q7r9t5w1y3z0b",
  ];
  static override strict = false;
  static override args = { id: idsArgument("investigations") };

  async run(): Promise<void> {
    const { argv } = await this.parse(InvestigateCancel);
    const { client, ids } = await this.connectForIds("investigations", argv as string[]);
    await this.present(await cancelAll(client, ids), cancelView);
  }
}
