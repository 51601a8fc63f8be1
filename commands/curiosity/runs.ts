import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { gatherRuns } from "../../src/cli/curiosity/gather-items.ts";
import { listFlags } from "../../src/cli/flags/common-flags.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { runListView } from "../../src/ui/views/curiosity-runs.ts";

export default class CuriosityRuns extends InquestCommand {
  static override summary =
    "List the runs of a scheduled question, newest first, and what changed.";
  static override description =
    "Below each run are its new findings (+) compared with the previous completed run, and those " +
    "resolved since (-). The runs of a removed question are kept.";
  static override examples = [
    "<%= config.bin %> curiosity runs cur_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> curiosity runs cur_01jc3x6m8v2k4q7r9t5w1y3z0b --limit 5",
    "<%= config.bin %> curiosity runs cur_01jc3x6m8v2k4q7r9t5w1y3z0b --all --json",
  ];
  static override args = { id: idArgument("curiosity") };
  static override flags = listFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CuriosityRuns);
    const { client, id } = await this.connectForId("curiosity", args.id);
    await this.present(await gatherRuns(client, id, flags), runListView);
  }
}
