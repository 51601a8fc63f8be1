import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { withAdmin } from "../../src/cli/server/with-admin.ts";
import { inspectionView } from "../../src/ui/views/server/maintenance.ts";

export default class ServerDoctor extends InquestCommand {
  static override summary = "Check a data folder for damage, and optionally repair it.";
  static override description =
    "No server may be running on the folder. A repair keeps a copy of the original files. " +
    "The exit code is 1 when something is damaged or missing.";
  static override examples = [
    "<%= config.bin %> server doctor",
    "<%= config.bin %> server doctor --repair --data-dir /var/lib/inquest",
  ];
  static override flags = {
    repair: Flags.boolean({ description: "Remove damaged records, keeping a copy of the files" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(ServerDoctor);
    const report = await withAdmin(this.namedDataDir, (admin) =>
      flags.repair ? admin.repair() : admin.inspect(),
    );
    const harmed = report.damage.length > 0 && report.repaired === null;
    process.exitCode = harmed || report.blobs.missing.length > 0 ? 1 : 0;
    await this.present(report, inspectionView);
  }
}
