import * as Args from "@oclif/core/args";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { ownFlags, ownFolders } from "../../src/cli/flags/own-flags.ts";
import { detectionView } from "../../src/ui/views/detections.ts";

export default class DetectionsShow extends InquestCommand {
  static override summary = "Show a detection: what it finds, where, and how often it was right.";
  static override examples = ["<%= config.bin %> detections show ssh_root_login"];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Detection id", required: true }),
  };
  static override flags = ownFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(DetectionsShow);
    const { client } = await this.connect({ own: ownFolders(flags) });
    await this.present(await client.detection(args.id), detectionView);
  }
}
