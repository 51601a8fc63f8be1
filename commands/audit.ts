import * as Flags from "@oclif/core/flags";
import { advisoryFlags } from "../src/cli/flags/advisory-flags.ts";
import { askFlags, reportFlags, reportFormats } from "../src/cli/flags/common-flags.ts";
import { ownFlags, ownFolders } from "../src/cli/flags/own-flags.ts";
import { auditQuestion } from "../src/cli/investigate/audit-question.ts";
import { InvestigateCommand } from "../src/cli/investigate/investigate-command.ts";
import { triggerRequest } from "../src/cli/investigate/trigger-request.ts";
import { triggerView } from "../src/ui/views/investigation/actions.ts";

export default class Audit extends InvestigateCommand {
  static override summary = "Report how secure the hosts are and what to fix first.";
  static override description =
    "Runs every check of the catalogue and searches for paths to root, on this machine or on the hosts of a server. " +
    "Findings about a host's health, such as a full disk, don't count for --fail-on.";
  static override examples = [
    "<%= config.bin %> audit",
    "<%= config.bin %> audit --tag env=prod --fail-on high",
    "<%= config.bin %> audit --output report.html",
    "<%= config.bin %> audit --output inquest.sarif --mode live",
  ];
  static override flags = {
    ...askFlags,
    ...reportFlags,
    ...advisoryFlags,
    ...ownFlags,
    detach: Flags.boolean({ description: "Start the audit and don't wait for the report" }),
    "rerun-if-stale": Flags.boolean({
      description: "Query stale hosts live when that is recommended",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Audit);
    const delivery = this.openOutput(flags, { formats: reportFormats });
    const connection = await this.connect({
      own: ownFolders(flags),
      advisories: flags.advisories,
    });
    const request = triggerRequest(auditQuestion, flags);
    if (flags.detach) return this.present(await this.detach(connection, request), triggerView);
    const options = { flags, delivery, rerunIfStale: flags["rerun-if-stale"] };
    await this.answer(connection, request, options);
  }
}
