import * as Args from "@oclif/core/args";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { withAdmin } from "../../../src/cli/server/with-admin.ts";
import { newAccountView } from "../../../src/ui/views/server/access.ts";

export default class ServerAccountsCreate extends InquestCommand {
  static override summary = "Create an account and a first API key with every scope.";
  static override examples = [
    "<%= config.bin %> server accounts create acme",
    "<%= config.bin %> server accounts create acme --json",
  ];
  static override args = {
    name: Args.string({ ignoreStdin: true, description: "Name of the account", required: true }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(ServerAccountsCreate);
    const account = await withAdmin(this.dataDir, (admin) => admin.createAccount(args.name));
    await this.present(account, newAccountView);
  }
}
