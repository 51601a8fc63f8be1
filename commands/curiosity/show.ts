import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { describeItem } from "../../src/cli/curiosity/gather-items.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { itemDetailView } from "../../src/ui/views/curiosity.ts";

export default class CuriosityShow extends InquestCommand {
  static override summary = "Show a scheduled question and what its last run changed.";
  static override examples = [
    "<%= config.bin %> curiosity show cur_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> curiosity show cur_01jc3x6m8v2k4q7r9t5w1y3z0b --json",
  ];
  static override args = { id: idArgument("curiosity") };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CuriosityShow);
    const { client, id } = await this.connectForId("curiosity", args.id);
    await this.present(await describeItem(client, id, flags), itemDetailView);
  }
}
