import * as Args from "@oclif/core/args";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { describeItem } from "../../src/cli/curiosity/gather-items.ts";
import { itemDetailView } from "../../src/ui/views/curiosity.ts";

export default class CuriosityShow extends InquestCommand {
  static override summary = "Show a scheduled question and what its last run changed.";
  static override examples = [
    "<%= config.bin %> curiosity show cur_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> curiosity show cur_01jc3x6m8v2k4q7r9t5w1y3z0b --json",
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Curiosity item id", required: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CuriosityShow);
    const { client } = await this.connect();
    await this.present(await describeItem(client, args.id, flags), itemDetailView);
  }
}
