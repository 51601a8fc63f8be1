import * as Args from "@oclif/core/args";
import { InquestCommand } from "../src/cli/command/base-command.ts";
import { completionOf, shells } from "../src/cli/complete/scripts.ts";
import { completionInstallView, completionScriptView } from "../src/ui/views/autocomplete.ts";

export default class Autocomplete extends InquestCommand {
  static override summary = "Set up completion of commands, flags and ids in bash, zsh or fish.";
  static override description =
    "With a shell name, prints the script to load; without, prints how to load it.\n\n" +
    "Ids, tags and names come from the server of the command line, if it answers quickly; " +
    "otherwise only commands, flags and their fixed values are completed.";
  static override examples = [
    "<%= config.bin %> autocomplete",
    "source <(<%= config.bin %> autocomplete bash)",
    "source <(<%= config.bin %> autocomplete zsh)",
    "<%= config.bin %> autocomplete fish | source",
  ];
  static override args = {
    shell: Args.string({
      ignoreStdin: true,
      description: "Shell to print the script for",
      options: [...shells],
    }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(Autocomplete);
    const completion = completionOf(args.shell, this.terminal.env);
    const view = args.shell === undefined ? completionInstallView : completionScriptView;
    await this.present(completion, view);
  }
}
