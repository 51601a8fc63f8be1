import * as Args from "@oclif/core/args";
import { followFlags } from "../../src/cli/flags/common-flags.ts";
import { InvestigateCommand } from "../../src/cli/investigate/investigate-command.ts";

export default class InvestigateWatch extends InvestigateCommand {
  static override summary = "Follow an investigation to its end and print the answer.";
  static override description = "With --json each event is printed on one line, the answer last.";
  static override examples = [
    "<%= config.bin %> investigate watch inv_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> investigate watch inv_01jc3x6m8v2k4q7r9t5w1y3z0b --timeout 2m --json",
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Investigation id", required: true }),
  };
  static override flags = followFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(InvestigateWatch);
    const delivery = this.openOutput(flags, { json: "ndjson" });
    const connection = await this.connect();
    const { query } = await connection.client.get(args.id);
    const investigation = await this.follow(connection, args.id, { query, flags, delivery });
    await this.writeAnswer(connection, investigation, { flags, delivery });
  }
}
