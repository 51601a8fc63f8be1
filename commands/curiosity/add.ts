import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import { CuriosityCommand } from "../../src/cli/curiosity/curiosity-command.ts";
import { itemFlags, scheduleFlags } from "../../src/cli/curiosity/item-flags.ts";
import { itemView } from "../../src/ui/views/curiosity.ts";

export default class CuriosityAdd extends CuriosityCommand {
  static override summary = "Schedule a question and track what changes.";
  static override description =
    "Shows how the question is read and when it will run; in a terminal, asks for confirmation " +
    "and for missing values. A question that isn't understood is rejected, since " +
    "every run would fail. - reads the question from stdin.";
  static override examples = [
    '<%= config.bin %> curiosity add "which hosts let root log in by password?" --every 24h',
    '<%= config.bin %> curiosity add "which certificates expire soon?" --every 7d --tag env=prod',
    '<%= config.bin %> curiosity add "which users have uid 0?" --every "weekday at 06:00" --time-zone Europe/Berlin',
    '<%= config.bin %> curiosity add "which users have uid 0?" --every 1h --first-run-at 2030-01-31T08:00:00Z --paused',
  ];
  static override strict = false;
  static override args = {
    question: Args.string({
      ignoreStdin: true,
      description: "Question to ask; - reads it from stdin",
    }),
  };
  static override flags = {
    ...scheduleFlags,
    ...itemFlags,
    paused: Flags.boolean({ description: "Add it paused" }),
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CuriosityAdd);
    const draft = await this.draft(argv as string[], flags);
    const connection = await this.connect();
    await this.present(await this.add(connection, draft, flags.yes), itemView);
    this.noteIfIdle(connection);
  }
}
