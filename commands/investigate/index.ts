import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import { askFlags, followFlags } from "../../src/cli/flags/common-flags.ts";
import { engineFlags, engineOptions } from "../../src/cli/flags/engine-flags.ts";
import { InvestigateCommand } from "../../src/cli/investigate/investigate-command.ts";
import { readQuestion } from "../../src/cli/investigate/read-question.ts";
import { triggerRequest } from "../../src/cli/investigate/trigger-request.ts";
import { triggerView } from "../../src/ui/views/investigation/actions.ts";
import { readingView } from "../../src/ui/views/investigation/reading.ts";

export default class Investigate extends InvestigateCommand {
  static override summary = "Ask a question, follow the investigation and print the answer.";
  static override description =
    "Without a server, the command queries this machine itself. A question that is one SQL SELECT is run as written. `-` reads the question from stdin.";
  static override examples = [
    '<%= config.bin %> investigate "which services listen on every interface?"',
    '<%= config.bin %> investigate "who can log in as root?" --tag env=prod --depth deep',
    '<%= config.bin %> investigate "is password login over SSH allowed?" --fail-on high --json',
    '<%= config.bin %> investigate "and on web-1?" --follow-up last',
    'echo "which users have no password?" | <%= config.bin %> investigate -',
  ];
  static override strict = false;
  static override args = {
    question: Args.string({
      ignoreStdin: true,
      description: "What you want to know, in plain English",
    }),
  };
  static override flags = {
    ...askFlags,
    ...followFlags,
    ...engineFlags,
    detach: Flags.boolean({ description: "Submit the question and don't wait for the answer" }),
    explain: Flags.boolean({
      description: "Show how the question is understood, without running it",
    }),
    "follow-up": Flags.string({
      description:
        "Refine the question of this investigation, or of the last one asked in this terminal",
      helpValue: "<id|last>",
    }),
    "rerun-if-stale": Flags.boolean({
      description: "Query stale hosts live when that is recommended",
    }),
  };

  async run(): Promise<void> {
    const { flags, argv } = await this.parse(Investigate);
    const query = await readQuestion(argv as string[], this.terminal);
    const delivery = this.openOutput(flags);
    const connection = await this.connectFor(query, engineOptions(flags));
    const followUpOf = await this.followUpOf(connection, query, flags["follow-up"]);
    if (flags.explain)
      return this.present(await connection.client.interpret(query, { followUpOf }), readingView);
    const request = triggerRequest(query, flags, followUpOf);
    if (flags.detach) return this.present(await this.detach(connection, request), triggerView);
    const options = { flags, delivery, rerunIfStale: flags["rerun-if-stale"] };
    await this.answer(connection, request, options);
  }
}
