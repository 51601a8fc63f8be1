import * as Args from "@oclif/core/args";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { acceptFlags } from "../../../src/cli/investigate/accept-flags.ts";
import { acceptRequest } from "../../../src/cli/investigate/accept-request.ts";
import { acceptanceView } from "../../../src/ui/views/acceptances.ts";

export default class InvestigateAccept extends InquestCommand {
  static override summary = "Accept a finding as a risk, so that it no longer counts.";
  static override description =
    "An accepted finding is still listed, with the reason. It sends no events, and counts neither " +
    "in severities, nor for --fail-on, nor as failed or new. Its host is covered with the rows of " +
    "evidence that it has: with another row the finding counts again. Accepting the same finding " +
    "again replaces the reason and the end.";
  static override examples = [
    '<%= config.bin %> investigate accept fnd_01jc3x6n0000000000000000aa --because "a break-glass account" --until 2027-01-31',
    '<%= config.bin %> investigate accept fnd_01jc3x6n0000000000000000aa --tag env=dev --any-evidence --because "test machines"',
  ];
  static override args = {
    finding: Args.string({ ignoreStdin: true, description: "Finding id", required: true }),
  };
  static override flags = acceptFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(InvestigateAccept);
    const { client } = await this.connect();
    const request = await acceptRequest(client, args.finding, flags, Date.now());
    await this.present(await client.createAcceptance(request), acceptanceView);
  }
}
