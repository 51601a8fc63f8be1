import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { importDataDir } from "../../src/cli/server/database-commands.ts";
import { movingFlags } from "../../src/cli/server/moving-flags.ts";
import { importView } from "../../src/ui/views/server/moving.ts";

export default class ServerImport extends InquestCommand {
  static override summary = "Import a data folder into an empty PostgreSQL database.";
  static override description =
    "Copies every record and blob of --data-dir, compares counts and hashes, and leaves the folder as " +
    "it is. No server may be running on the folder or over the database. If it fails or is " +
    "interrupted, the database stays empty. `inquest server export` copies in the other direction.";
  static override examples = [
    "<%= config.bin %> server import --database-url postgres://inquest@db.example/inquest",
    "<%= config.bin %> server import --data-dir /var/lib/inquest --database-url postgres://inquest@db.example/inquest --database-keys /var/lib/inquest-1",
  ];
  static override flags = movingFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(ServerImport);
    const { signal, namedDataDir: dataDir } = this;
    await this.present(await importDataDir(flags, { dataDir, signal }), importView);
  }
}
