import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { testFiles } from "../../src/cli/detections/own-files.ts";
import { repeatedArgument } from "../../src/cli/flags/repeated-argument.ts";
import { testReportView } from "../../src/ui/views/definitions.ts";

export default class DetectionsTest extends InquestCommand {
  static override summary = "Run the test cases of detections and edge rules.";
  static override description =
    "The cases of NAME.yaml are in NAME.test.yaml beside it: rows of tables and the verdict, or " +
    "the edges, that they must give. No host is read. The exit code is 1 if a case fails.";
  static override examples = [
    "<%= config.bin %> detections test telnet_client.yaml",
    "<%= config.bin %> detections test detections --json",
  ];
  static override strict = false;
  static override args = { file: repeatedArgument("YAML file, or a folder of them") };

  async run(): Promise<void> {
    const { argv } = await this.parse(DetectionsTest);
    const report = await testFiles(argv as string[]);
    process.exitCode = report.failed === 0 ? 0 : 1;
    await this.present(report, testReportView);
  }
}
