import { followFlags } from "../../src/cli/flags/common-flags.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { AnswerCommand } from "../../src/cli/investigate/answer-command.ts";

export default class InvestigateWatch extends AnswerCommand {
  static override summary = "Follow an investigation to its end and print the answer.";
  static override description = "With --json each event is printed on one line, the answer last.";
  static override examples = [
    "<%= config.bin %> investigate watch inv_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> investigate watch inv_01jc3x6m8v2k4q7r9t5w1y3z0b --timeout 2m --json",
  ];
  static override args = { id: idArgument("investigations") };
  static override flags = followFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(InvestigateWatch);
    const delivery = this.openOutput(flags, { json: "ndjson" });
    const { id, ...connection } = await this.connectForId("investigations", args.id);
    const { query } = await connection.client.get(id);
    const investigation = await this.follow(connection, id, { query, flags, delivery });
    await this.writeAnswer(connection, investigation, { flags, delivery });
  }
}
