import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { rotationFlags } from "../../../src/cli/server/plan-key-flags.ts";
import { withAdmin } from "../../../src/cli/server/with-admin.ts";
import { rotatedPlanKeyView } from "../../../src/ui/views/plan-key.ts";

export default class ServerPlanKeyRotate extends InquestCommand {
  static override summary = "Replace the key that signs plans.";
  static override description =
    "Agents that pin the previous key get plans signed with it until the overlap ends; after that they reject every plan until they have the new key. Keys replaced earlier expire no later than this one.";
  static override examples = [
    "<%= config.bin %> server plan-key rotate",
    "<%= config.bin %> server plan-key rotate --overlap 30d",
    "<%= config.bin %> server plan-key rotate --overlap 0s --yes",
  ];
  static override flags = rotationFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(ServerPlanKeyRotate);
    await this.confirm("Replace the plan key?", flags.yes);
    const report = await withAdmin(this.dataDir, (admin) => admin.rotatePlanKey(flags.overlap));
    await this.present(report, rotatedPlanKeyView);
  }
}
