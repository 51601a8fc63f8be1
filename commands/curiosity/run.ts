import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import { findItem } from "../../src/cli/curiosity/items.ts";
import { followFlags } from "../../src/cli/flags/common-flags.ts";
import { AnswerCommand } from "../../src/cli/investigate/answer-command.ts";
import { triggerView } from "../../src/ui/views/investigation/actions.ts";

export default class CuriosityRun extends AnswerCommand {
  static override summary = "Run a scheduled question now, and print the answer and what changed.";
  static override description =
    "Works for paused questions too. The schedule is unchanged. The run is compared with the last completed run, " +
    "and subscribers receive only what changed, as in any other run.";
  static override examples = [
    "<%= config.bin %> curiosity run cur_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> curiosity run cur_01jc3x6m8v2k4q7r9t5w1y3z0b --detach",
    "<%= config.bin %> curiosity run cur_01jc3x6m8v2k4q7r9t5w1y3z0b --fail-on high --json",
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Curiosity item id", required: true }),
  };
  static override flags = {
    ...followFlags,
    detach: Flags.boolean({ description: "Start the run and don't wait for the answer" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CuriosityRun);
    const delivery = this.openOutput(flags);
    const connection = await this.connect();
    const { query } = await findItem(connection.client, args.id);
    const accepted = await connection.client.runCuriosityItem(args.id);
    if (flags.detach) {
      this.noteIfQueued(connection);
      return this.present(accepted, triggerView);
    }
    const { investigation_id: id } = accepted;
    const investigation = await this.follow(connection, id, { query, flags, delivery });
    await this.writeAnswer(connection, investigation, { flags, delivery });
  }
}
