import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { ownFlags, ownFolders } from "../../src/cli/flags/own-flags.ts";
import { detectionListView } from "../../src/ui/views/detections.ts";

export default class DetectionsList extends InquestCommand {
  static override summary = "List the detections that questions are checked against.";
  static override examples = [
    "<%= config.bin %> detections list",
    "<%= config.bin %> detections list --detections detections --columns id,severity",
  ];
  static override flags = ownFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(DetectionsList);
    const { client } = await this.connect({ own: ownFolders(flags) });
    await this.present({ detections: await client.detections() }, detectionListView);
  }
}
