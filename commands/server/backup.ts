import * as Args from "@oclif/core/args";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { withAdmin } from "../../src/cli/server/with-admin.ts";
import { backupView } from "../../src/ui/views/server/maintenance.ts";

export default class ServerBackup extends InquestCommand {
  static override summary = "Back up the data folder to a file.";
  static override description =
    "Records in a PostgreSQL database are backed up with pg_dump, together with secret.key and plan.key " +
    "of the data folder.";
  static override examples = ["<%= config.bin %> server backup inquest-backup.tar.gz"];
  static override args = {
    file: Args.string({ ignoreStdin: true, description: "File to write", required: true }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(ServerBackup);
    const written = await withAdmin(this.namedDataDir, (admin) => admin.backup(args.file));
    await this.present(written, backupView);
  }
}
