import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { withAdmin } from "../../../src/cli/server/with-admin.ts";
import { keyListView } from "../../../src/ui/views/server/access.ts";

export default class ServerKeysList extends InquestCommand {
  static override summary = "List the API keys of an account.";
  static override examples = [
    "<%= config.bin %> server keys list",
    "<%= config.bin %> server keys list --account acme --json",
  ];
  static override flags = {
    account: Flags.string({ description: "Account whose keys to list", helpValue: "<name>" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ServerKeysList);
    const keys = await withAdmin(this.dataDir, (admin) => admin.listKeys(flags.account));
    await this.present(keys, keyListView);
  }
}
