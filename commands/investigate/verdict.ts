import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { requiredIdArgument } from "../../src/cli/ids/id-argument.ts";
import { resolveId } from "../../src/cli/ids/resolve-ids.ts";
import { verdictView } from "../../src/ui/views/investigation/actions.ts";

export default class InvestigateVerdict extends InquestCommand {
  static override summary = "Record whether a finding is true, to calibrate its detection.";
  static override examples = [
    "<%= config.bin %> investigate verdict inv_01jc3x6m8v2k4q7r9t5w1y3z0b fnd_01jc3x6n0000000000000000aa true",
    '<%= config.bin %> investigate verdict inv_01jc3x6m8v2k4q7r9t5w1y3z0b fnd_01jc3x6n0000000000000000aa false --note "a test account"',
  ];
  static override args = {
    id: requiredIdArgument("investigations"),
    finding: requiredIdArgument("findings"),
    verdict: Args.string({
      ignoreStdin: true,
      description: "Whether the finding was true",
      required: true,
      options: ["true", "false"],
    }),
  };
  static override flags = {
    note: Flags.string({ description: "Why, in a few words", helpValue: "<text>" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(InvestigateVerdict);
    const { client, id } = await this.connectForId("investigations", args.id);
    const findingId = await resolveId(args.finding, {
      client,
      kind: "findings",
      investigation: id,
    });
    const verdict = args.verdict === "true" ? "true_positive" : "false_positive";
    const ids = { investigationId: id, findingId };
    await this.present(await client.verdict(ids, { verdict, note: flags.note }), verdictView);
  }
}
