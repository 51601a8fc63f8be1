import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { setItemsActive } from "../../src/cli/curiosity/items.ts";
import { idsArgument } from "../../src/cli/ids/id-argument.ts";
import { pausedItemsView } from "../../src/ui/views/curiosity.ts";

export default class CuriosityPause extends InquestCommand {
  static override summary = "Pause scheduled questions until they are resumed.";
  static override description = "A run in progress is not affected.";
  static override examples = ["<%= config.bin %> curiosity pause cur_01jc3x6m8v2k4q7r9t5w1y3z0b"];
  static override strict = false;
  static override args = { id: idsArgument("curiosity") };

  async run(): Promise<void> {
    const { argv } = await this.parse(CuriosityPause);
    const { client, ids } = await this.connectForIds("curiosity", argv as string[]);
    await this.present(await setItemsActive(client, ids, false), pausedItemsView);
  }
}
