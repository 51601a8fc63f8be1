import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { exportDatabase } from "../../src/cli/server/database-commands.ts";
import { movingFlags } from "../../src/cli/server/moving-flags.ts";
import { exportView } from "../../src/ui/views/server/moving.ts";

export default class ServerExport extends InquestCommand {
  static override summary = "Export a PostgreSQL database to a new data folder.";
  static override description =
    "Copies every record and blob to --data-dir, compares counts and hashes, and leaves the database " +
    "as it is. The folder must be new or hold only keys, such as that of a server over the database. " +
    "No server may be running over the database. If it fails or is interrupted, the folder gets no " +
    "records. `inquest server import` copies in the other direction.";
  static override examples = [
    "<%= config.bin %> server export --database-url postgres://inquest@db.example/inquest",
    "<%= config.bin %> server export --data-dir /var/lib/inquest-new --database-url postgres://inquest@db.example/inquest --database-keys /var/lib/inquest",
  ];
  static override flags = movingFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(ServerExport);
    const { signal, namedDataDir: dataDir } = this;
    await this.present(await exportDatabase(flags, { dataDir, signal }), exportView);
  }
}
