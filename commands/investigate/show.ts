import * as Flags from "@oclif/core/flags";
import { formatFlags } from "../../src/cli/flags/common-flags.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { AnswerCommand } from "../../src/cli/investigate/answer-command.ts";
import { verifyReceipts } from "../../src/cli/investigate/verify-receipts.ts";
import { receiptReportView } from "../../src/ui/views/investigation/receipts.ts";

export default class InvestigateShow extends AnswerCommand {
  static override summary = "Show an investigation.";
  static override description =
    "With --verify, checks the agents' receipts instead: each receipt's signature, and that " +
    "it contains the evidence of each finding. No agent is contacted; the exit code is 1 if a check fails. " +
    "An agent logs its key id when it starts: compare it with the one shown here.";
  static override examples = [
    "<%= config.bin %> investigate show inv_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> investigate show inv_01jc3x6m8v2k4q7r9t5w1y3z0b --output report.html",
    "<%= config.bin %> investigate show inv_01jc3x6m8v2k4q7r9t5w1y3z0b --format sarif",
    "<%= config.bin %> investigate show inv_01jc3x6m8v2k4q7r9t5w1y3z0b --rows all --sort name --format csv",
    "<%= config.bin %> investigate show inv_01jc3x6m8v2k4q7r9t5w1y3z0b --verify",
  ];
  static override args = { id: idArgument("investigations") };
  static override flags = {
    ...formatFlags,
    verify: Flags.boolean({
      description: "Verify all receipts instead of showing the answer",
      exclusive: ["format", "output", "rows", "sort"],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(InvestigateShow);
    const delivery = this.openOutput(flags, { full: true });
    const { id, ...connection } = await this.connectForId("investigations", args.id);
    const { client } = connection;
    if (!flags.verify) return this.show(connection, await client.get(id), delivery);
    const report = await verifyReceipts(client, id);
    process.exitCode = report.ok ? 0 : 1;
    await this.present(report, receiptReportView);
  }
}
