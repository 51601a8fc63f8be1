import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { gatherItems } from "../../src/cli/curiosity/gather-items.ts";
import { listFlags } from "../../src/cli/flags/common-flags.ts";
import { itemListView } from "../../src/ui/views/curiosity.ts";

export default class CuriosityList extends InquestCommand {
  static override summary = "List scheduled questions, next due first, paused ones last.";
  static override description =
    "The changed column compares the last completed run with the one before: +2 -1 means two new " +
    "findings and one resolved.";
  static override examples = [
    "<%= config.bin %> curiosity list",
    "<%= config.bin %> curiosity list --all --json",
  ];
  static override flags = listFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(CuriosityList);
    const { client } = await this.connect();
    await this.present(await gatherItems(client, flags), itemListView);
  }
}
