import { InquestCommand } from "../command/base-command.ts";
import { complete } from "./complete.ts";
import { liveCandidates } from "./live-candidates.ts";

/** What answers a shell that waits for it: in time, and without a word about what went wrong. */
export abstract class CompletionCommand extends InquestCommand {
  protected async answer(words: string[]): Promise<void> {
    const { commands } = this.config;
    const { env } = this.terminal;
    const lines = await complete(words, {
      commands,
      liveCandidates: (kind, line) => liveCandidates(kind, { words: line, env }),
    });
    const text = lines.map((line) => `${line}\n`).join("");
    // A server that hasn't answered in time would hold the process, and with it the shell.
    this.terminal.stdout.write(text, () => process.exit(0));
  }

  protected override async catch(): Promise<void> {
    process.exitCode = 1;
  }
}
