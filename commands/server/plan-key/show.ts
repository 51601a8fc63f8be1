import { InquestCommand } from "../../../src/cli/command/base-command.ts";
import { withAdmin } from "../../../src/cli/server/with-admin.ts";
import { planKeyView } from "../../../src/ui/views/plan-key.ts";

export default class ServerPlanKeyShow extends InquestCommand {
  static override summary = "Show the key that signs plans and the agents that pin it.";
  static override examples = [
    "<%= config.bin %> server plan-key show",
    "<%= config.bin %> server plan-key show --json",
  ];

  async run(): Promise<void> {
    await this.parse(ServerPlanKeyShow);
    const report = await withAdmin(this.dataDir, (admin) => admin.showPlanKey());
    await this.present(report, planKeyView);
  }
}
