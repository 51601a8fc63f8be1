import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { requiredDatabaseUrlFlag } from "../../src/cli/flags/database-url-flag.ts";
import { migrateDatabase } from "../../src/cli/server/database-commands.ts";
import { migrationView } from "../../src/ui/views/server/database.ts";

export default class ServerMigrate extends InquestCommand {
  static override summary = "Bring the tables of a PostgreSQL database to this version.";
  static override description =
    "A server does this when it starts; by hand it can be done before, by a user with more rights. " +
    "A database that a newer version has migrated is refused.";
  static override examples = [
    "<%= config.bin %> server migrate --database-url postgres://inquest@db.example/inquest",
  ];
  static override flags = { "database-url": requiredDatabaseUrlFlag };

  async run(): Promise<void> {
    const { flags } = await this.parse(ServerMigrate);
    const summary = await migrateDatabase(flags["database-url"]);
    await this.present(summary, migrationView);
  }
}
