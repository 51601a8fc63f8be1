import * as Args from "@oclif/core/args";
import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { withAdmin } from "../../../src/cli/server/with-admin.ts";
import { revokedKeyView } from "../../../src/ui/views/server/access.ts";

export default class ServerKeysRevoke extends InquestCommand {
  static override summary = "Revoke an API key; it takes effect with the next request.";
  static override examples = ["<%= config.bin %> server keys revoke 4fQ9x0LmZ2aB --yes"];
  static override args = {
    id: Args.string({
      ignoreStdin: true,
      description: "Key id: the 12 characters inside the key",
      required: true,
    }),
  };
  static override flags = {
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ServerKeysRevoke);
    await this.confirm(`Revoke the key ${args.id}?`, flags.yes);
    await withAdmin(this.dataDir, (admin) => admin.revokeKey(args.id));
    await this.present({ id: args.id }, revokedKeyView);
  }
}
