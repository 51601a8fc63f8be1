import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { withAdmin } from "../../../src/cli/server/with-admin.ts";
import { accountListView } from "../../../src/ui/views/server/access.ts";

export default class ServerAccountsList extends InquestCommand {
  static override summary = "List the accounts of a data folder.";
  static override examples = ["<%= config.bin %> server accounts list"];

  async run(): Promise<void> {
    await this.parse(ServerAccountsList);
    const accounts = await withAdmin(this.dataDir, (admin) => admin.listAccounts());
    await this.present(accounts, accountListView);
  }
}
