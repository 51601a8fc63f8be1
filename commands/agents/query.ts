import * as Args from "@oclif/core/args";
import { queryHere } from "../../src/cli/agents/this-machine.ts";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { queryResultView } from "../../src/ui/views/query-result.ts";

export default class AgentsQuery extends InquestCommand {
  static override summary = "Run one SQL SELECT on this machine, without a server.";
  static override examples = [
    '<%= config.bin %> agents query "SELECT name, uid FROM users WHERE uid < 1000"',
    '<%= config.bin %> agents query "SELECT address, port FROM listening_ports" --json',
  ];
  static override args = {
    sql: Args.string({
      ignoreStdin: true,
      description: "One SELECT or WITH statement",
      required: true,
    }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(AgentsQuery);
    await this.present(await queryHere(args.sql), queryResultView);
  }
}
