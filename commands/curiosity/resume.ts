import { CuriosityCommand } from "../../src/cli/curiosity/curiosity-command.ts";
import { setItemsActive } from "../../src/cli/curiosity/items.ts";
import { repeatedArgument } from "../../src/cli/flags/repeated-argument.ts";
import { resumedItemsView } from "../../src/ui/views/curiosity.ts";

export default class CuriosityResume extends CuriosityCommand {
  static override summary =
    "Resume paused scheduled questions; an overdue one runs immediately, once.";
  static override examples = ["<%= config.bin %> curiosity resume cur_01jc3x6m8v2k4q7r9t5w1y3z0b"];
  static override strict = false;
  static override args = { id: repeatedArgument("Curiosity item id") };

  async run(): Promise<void> {
    const { argv } = await this.parse(CuriosityResume);
    const connection = await this.connect();
    await this.present(
      await setItemsActive(connection.client, argv as string[], true),
      resumedItemsView,
    );
    this.noteIfIdle(connection);
  }
}
