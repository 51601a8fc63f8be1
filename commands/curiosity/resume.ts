import { CuriosityCommand } from "../../src/cli/curiosity/curiosity-command.ts";
import { setItemsActive } from "../../src/cli/curiosity/items.ts";
import { idsArgument } from "../../src/cli/ids/id-argument.ts";
import { resumedItemsView } from "../../src/ui/views/curiosity.ts";

export default class CuriosityResume extends CuriosityCommand {
  static override summary =
    "Resume paused scheduled questions; an overdue one runs immediately, once.";
  static override examples = ["<%= config.bin %> curiosity resume cur_01jc3x6m8v2k4q7r9t5w1y3z0b"];
  static override strict = false;
  static override args = { id: idsArgument("curiosity") };

  async run(): Promise<void> {
    const { argv } = await this.parse(CuriosityResume);
    const { ids, ...connection } = await this.connectForIds("curiosity", argv as string[]);
    await this.present(await setItemsActive(connection.client, ids, true), resumedItemsView);
    this.noteIfIdle(connection);
  }
}
