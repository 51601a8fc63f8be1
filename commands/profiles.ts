import { InquestCommand } from "../src/cli/command/base-command.ts";
import { listProfiles } from "../src/cli/profiles/list-profiles.ts";
import { profileListView } from "../src/ui/views/profiles.ts";

export default class Profiles extends InquestCommand {
  static override summary = "List the saved profiles, and which one counts where none is named.";
  static override description =
    "A command asks the server of --server or INQUEST_SERVER; else that of the profile that " +
    "--profile or INQUEST_PROFILE names; else, unless a data folder is named, that of the profile " +
    "default; else the server that runs on this machine; else this machine, inside the command. " +
    "A key of --api-key or INQUEST_API_KEY goes before the profile's. Keys are never shown.";
  static override examples = [
    "<%= config.bin %> profiles",
    "<%= config.bin %> profiles --json",
    "<%= config.bin %> investigate list --profile prod",
  ];

  async run(): Promise<void> {
    await this.parse(Profiles);
    await this.present(listProfiles(this.terminal.env), profileListView);
  }
}
