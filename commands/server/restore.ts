import * as Args from "@oclif/core/args";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { withAdmin } from "../../src/cli/server/with-admin.ts";
import { restoreView } from "../../src/ui/views/server/maintenance.ts";

export default class ServerRestore extends InquestCommand {
  static override summary = "Restore a backup into a new data folder.";
  static override description =
    "A dump of a PostgreSQL database is restored with pg_restore. To put a backup into a database, restore " +
    "it and run `inquest server import`.";
  static override examples = [
    "<%= config.bin %> server restore inquest-backup.tar.gz --data-dir /var/lib/inquest",
  ];
  static override args = {
    file: Args.string({ ignoreStdin: true, description: "Backup to read", required: true }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(ServerRestore);
    const restored = await withAdmin(this.namedDataDir, (admin) => admin.restore(args.file));
    await this.present(restored, restoreView);
  }
}
