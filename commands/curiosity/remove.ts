import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { findItems, itemRemovalQuestion, removeItems } from "../../src/cli/curiosity/items.ts";
import { idsArgument } from "../../src/cli/ids/id-argument.ts";
import { removedItemsView } from "../../src/ui/views/curiosity.ts";

export default class CuriosityRemove extends InquestCommand {
  static override summary = "Remove scheduled questions; their runs are kept.";
  static override examples = [
    "<%= config.bin %> curiosity remove cur_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> curiosity remove cur_01jc3x6m8v2k4q7r9t5w1y3z0b cur_01jc3x6m8v2k4q7r9t5w1y3z0c --yes",
  ];
  static override strict = false;
  static override args = { id: idsArgument("curiosity") };
  static override flags = {
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CuriosityRemove);
    const { client, ids } = await this.connectForIds("curiosity", argv as string[]);
    const items = await findItems(client, ids);
    await this.confirm(itemRemovalQuestion(items), flags.yes);
    await removeItems(client, items);
    await this.present(items, removedItemsView);
  }
}
