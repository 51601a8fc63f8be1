import * as Flags from "@oclif/core/flags";
import { CuriosityCommand } from "../../src/cli/curiosity/curiosity-command.ts";
import { itemFlags, scheduleFlags } from "../../src/cli/curiosity/item-flags.ts";
import { editOf } from "../../src/cli/curiosity/item-request.ts";
import { editItem } from "../../src/cli/curiosity/items.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { itemView } from "../../src/ui/views/curiosity.ts";

export default class CuriosityEdit extends CuriosityCommand {
  static override summary = "Change a scheduled question; settings not given stay unchanged.";
  static override description =
    "A new interval counts from the last run. New tags replace the previous ones. A " +
    "run in progress is not affected.";
  static override examples = [
    "<%= config.bin %> curiosity edit cur_01jc3x6m8v2k4q7r9t5w1y3z0b --every 1h",
    '<%= config.bin %> curiosity edit cur_01jc3x6m8v2k4q7r9t5w1y3z0b --every "monday at 06:00"',
    '<%= config.bin %> curiosity edit cur_01jc3x6m8v2k4q7r9t5w1y3z0b --query "which users have uid 0?" --tag env=prod',
    "<%= config.bin %> curiosity edit cur_01jc3x6m8v2k4q7r9t5w1y3z0b --clear-tags --depth deep",
  ];
  static override args = { id: idArgument("curiosity") };
  static override flags = {
    query: Flags.string({ description: "New question", helpValue: "<question>" }),
    ...scheduleFlags,
    ...itemFlags,
    "clear-tags": Flags.boolean({
      description: "Remove the tag filter",
      exclusive: ["tag"],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CuriosityEdit);
    const edit = editOf(flags, Date.now());
    const { id, ...connection } = await this.connectForId("curiosity", args.id);
    const checked = await this.checkedEdit(connection, edit);
    await this.present(await editItem(connection.client, id, checked), itemView);
  }
}
