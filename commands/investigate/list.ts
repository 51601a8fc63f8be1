import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { listFlags } from "../../src/cli/flags/common-flags.ts";
import { gatherInvestigations } from "../../src/cli/investigate/gather-investigations.ts";
import { statusFlag } from "../../src/cli/investigate/status-flag.ts";
import { investigationListView } from "../../src/ui/views/investigation/list.ts";

export default class InvestigateList extends InquestCommand {
  static override summary = "List investigations, newest first.";
  static override examples = [
    "<%= config.bin %> investigate list",
    "<%= config.bin %> investigate list --status failed --limit 10",
    "<%= config.bin %> investigate list --all --json",
  ];
  static override flags = {
    ...listFlags,
    status: statusFlag({ description: "Only investigations with this status" }),
    curiosity: Flags.string({
      description: "Only runs of this scheduled question",
      helpValue: "<id>",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(InvestigateList);
    const { client } = await this.connect();
    const page = await gatherInvestigations(client, flags);
    await this.present(page, investigationListView);
  }
}
