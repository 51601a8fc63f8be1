import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { lintFiles } from "../../src/cli/detections/own-files.ts";
import { repeatedArgument } from "../../src/cli/flags/repeated-argument.ts";
import { lintReportView } from "../../src/ui/views/definitions.ts";

export default class DetectionsLint extends InquestCommand {
  static override summary = "Check files of detections, edge rules and test cases for errors.";
  static override description =
    "Checks fields, SQL against the tables, keys, placeholders and phrases. Nothing is run on a " +
    "host and no server is contacted. The exit code is 1 if there is a problem.";
  static override examples = [
    "<%= config.bin %> detections lint telnet_client.yaml",
    "<%= config.bin %> detections lint detections edges --json",
  ];
  static override strict = false;
  static override args = { file: repeatedArgument("YAML file, or a folder of them") };

  async run(): Promise<void> {
    const { argv } = await this.parse(DetectionsLint);
    const report = await lintFiles(argv as string[]);
    process.exitCode = report.problems === 0 ? 0 : 1;
    await this.present(report, lintReportView);
  }
}
