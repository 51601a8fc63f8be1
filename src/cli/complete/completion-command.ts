import { InquestCommand } from "../command/base-command.ts";
import { complete } from "./complete.ts";
import { liveCandidates } from "./live-candidates.ts";

/** Answers a waiting shell: in time, and without error messages. */
export abstract class CompletionCommand extends InquestCommand {
  protected async answer(words: string[]): Promise<void> {
    const { commands } = this.config;
    const { env } = this.terminal;
    const lines = await complete(words, {
      commands,
      liveCandidates: (kind, line) => liveCandidates(kind, { words: line, env }),
    });
    const text = lines.map((line) => `${line}\n`).join("");
    // A request that is still open would block the process, and with it the shell.
    this.terminal.stdout.write(text, () => process.exit(0));
  }

  protected override async catch(): Promise<void> {
    process.exitCode = 1;
  }
}
