import * as Args from "@oclif/core/args";
import { findTable, tablesHere } from "../../src/cli/agents/this-machine.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { tableListView, tableView } from "../../src/ui/views/tables.ts";

export default class AgentsTables extends InquestCommand {
  static override summary = "List the tables of this machine, or the columns of one table.";
  static override examples = [
    "<%= config.bin %> agents tables",
    "<%= config.bin %> agents tables listening_ports",
  ];
  static override args = {
    name: Args.string({
      ignoreStdin: true,
      description: "Table to describe; without it, all tables are listed",
    }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(AgentsTables);
    const tables = await tablesHere();
    if (args.name === undefined) return this.present(tables, tableListView);
    await this.present(findTable(tables, args.name), tableView);
  }
}
