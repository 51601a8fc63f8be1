import { Args } from "@oclif/core";
import { formatFlags } from "../../src/cli/flags.ts";
import { InvestigateCommand } from "../../src/cli/investigate/investigate-command.ts";

export default class InvestigateShow extends InvestigateCommand {
  static override summary = "Show an investigation as it stands.";
  static override examples = [
    "<%= config.bin %> investigate show inv_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> investigate show inv_01jc3x6m8v2k4q7r9t5w1y3z0b --output report.html",
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Investigation id", required: true }),
  };
  static override flags = formatFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(InvestigateShow);
    const delivery = this.openDelivery(flags);
    const { client } = await this.connect();
    await this.show(await client.get(args.id), delivery);
  }
}
