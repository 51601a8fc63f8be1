import { TopCommand } from "../src/cli/top/top-command.ts";

export default class Top extends TopCommand {
  static override summary =
    "Monitor a server: agents, investigations, scheduled questions, deliveries.";
  static override description =
    "One live screen: connected agents, running investigations and their " +
    "progress, scheduled questions with their next and last runs, " +
    "deliveries, and the latest dead letters. 1 to 5 or tab selects a panel, the arrow keys a row, " +
    "enter opens its record, ? shows all keys, q quits. In a pipe, and with --json, the " +
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
