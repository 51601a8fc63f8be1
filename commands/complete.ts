import * as Args from "@oclif/core/args";
import { CompletionCommand } from "../src/cli/complete/completion-command.ts";

export default class Complete extends CompletionCommand {
  static override hidden = true;
  static override strict = false;
  static override summary = "Print the completions for a command line.";
  static override examples = ["<%= config.bin %> complete -- inquest webhooks sh"];
  static override args = {
    words: Args.string({ ignoreStdin: true, description: "The words up to the cursor" }),
  };

  async run(): Promise<void> {
    await this.answer(this.argv.slice(this.argv.indexOf("--") + 1));
  }
}
