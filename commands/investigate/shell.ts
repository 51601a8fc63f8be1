import { scopeFlags } from "../../src/cli/flags/common-flags.ts";
import { engineFlags, engineOptions } from "../../src/cli/flags/engine-flags.ts";
import { ShellCommand } from "../../src/cli/shell/shell-command.ts";

export default class InvestigateShell extends ShellCommand {
  static override summary = "Ask question after question at a prompt.";
  static override description =
    "A text without a subject of its own refines the question before it. \\? lists the commands of " +
    "the shell, Tab completes hosts, tags and questions, and Ctrl-C stops following without " +
    "cancelling.\n\nWithout a terminal, each line of stdin is a question; with --json each answer " +
    "is one line. The exit code is that of the last line.";
  static override examples = [
    "<%= config.bin %> investigate shell",
    "<%= config.bin %> investigate shell --tag env=prod --mode cached",
    "<%= config.bin %> investigate shell --json < questions.txt",
  ];
  static override flags = { ...scopeFlags, ...engineFlags };

  async run(): Promise<void> {
    const { flags } = await this.parse(InvestigateShell);
    await this.converse(flags, engineOptions(flags));
  }
}
