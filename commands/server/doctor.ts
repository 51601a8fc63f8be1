import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { checkedDatabaseUrlFlag } from "../../src/cli/flags/database-url-flag.ts";
import { checkDatabase } from "../../src/cli/server/database-commands.ts";
import { withAdmin } from "../../src/cli/server/with-admin.ts";
import { databaseChecksView } from "../../src/ui/views/server/database.ts";
import { inspectionView } from "../../src/ui/views/server/maintenance.ts";

export default class ServerDoctor extends InquestCommand {
  static override summary = "Check a data folder for damage, or a database for problems.";
  static override description =
    "No server may be running on a folder with records. A repair keeps a copy of the original files. " +
    "With --database-url, the connection, the version of the tables, the folder's secret.key and the " +
    "running servers are checked. The exit code is 1 when something is wrong.";
  static override examples = [
    "<%= config.bin %> server doctor",
    "<%= config.bin %> server doctor --repair --data-dir /var/lib/inquest",
    "<%= config.bin %> server doctor --database-url postgres://inquest@db.example/inquest",
  ];
  static override flags = {
    "database-url": checkedDatabaseUrlFlag,
    repair: Flags.boolean({ description: "Remove damaged records, keeping a copy of the files" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ServerDoctor);
    const { repair, "database-url": url } = flags;
    return url === undefined || repair ? this.checkFolder(repair) : this.checkDatabase(url);
  }

  private async checkFolder(repair: boolean): Promise<void> {
    const report = await withAdmin(this.namedDataDir, (admin) =>
      repair ? admin.repair() : admin.inspect(),
    );
    const harmed = report.damage.length > 0 && report.repaired === null;
    process.exitCode = harmed || report.blobs.missing.length > 0 ? 1 : 0;
    await this.present(report, inspectionView);
  }

  private async checkDatabase(url: string): Promise<void> {
    await this.present(await checkDatabase(this.namedDataDir, url), databaseChecksView);
  }
}
