import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { withAdmin } from "../../../src/cli/server/with-admin.ts";
import { rotatedLocalKeyView } from "../../../src/ui/views/server/access.ts";

export default class ServerLocalKeyRotate extends InquestCommand {
  static override summary = "Replace the key that commands on this machine use.";
  static override description =
    "The previous key is revoked at once. Commands that are still running, such as inquest mcp, have to be restarted.";
  static override examples = ["<%= config.bin %> server local-key rotate --yes"];
  static override flags = {
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ServerLocalKeyRotate);
    await this.confirm("Replace this machine's key?", flags.yes);
    const rotated = await withAdmin(this.dataDir, (admin) => admin.rotateLocalKey());
    await this.present(rotated, rotatedLocalKeyView);
  }
}
