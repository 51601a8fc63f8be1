import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { gatherPages } from "../../../src/cli/command/gather-pages.ts";
import { listFlags } from "../../../src/cli/flags/common-flags.ts";
import { acceptanceListView } from "../../../src/ui/views/acceptances.ts";

export default class InvestigateAcceptList extends InquestCommand {
  static override summary = "List accepted findings with who accepted them, why and until when.";
  static override examples = [
    "<%= config.bin %> investigate accept list",
    "<%= config.bin %> investigate accept list --all --json",
  ];
  static override flags = listFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(InvestigateAcceptList);
    const { client } = await this.connect();
    const list = (query: { limit: number }) => client.acceptances(query);
    await this.present(await gatherPages("acceptances", list, flags), acceptanceListView);
  }
}
