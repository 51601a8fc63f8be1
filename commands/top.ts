import { TopCommand } from "../src/cli/top/top-command.ts";

export default class Top extends TopCommand {
  static override summary = "Watch a server at work: fleet, runs, standing questions, deliveries.";
  static override description =
    "One screen, kept up to date: who is connected, which investigations run and how far they " +
    "are, which standing questions are due next and how their last runs ended, how deliveries " +
    "fare, and the latest dead letters. The keys 1 to 5 or tab choose a panel, the arrows a row, " +
    "enter opens its record, ? tells of the other keys, q ends. In a pipe, and with --json, the " +
    "same is printed once.";
  static override examples = [
    "<%= config.bin %> top",
    "<%= config.bin %> top --server https://inquest.example.com",
    "<%= config.bin %> top --json",
  ];

  async run(): Promise<void> {
    await this.parse(Top);
    await this.show();
  }
}
