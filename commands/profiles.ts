import { InquestCommand } from "../src/cli/command/base-command.ts";
import { listProfiles } from "../src/cli/profiles/list-profiles.ts";
import { profileListView } from "../src/ui/views/profiles.ts";

export default class Profiles extends InquestCommand {
  static override summary = "List the saved profiles and the default one.";
  static override description =
    "A command uses the server of --server or INQUEST_SERVER; else that of the profile given by " +
    "--profile or INQUEST_PROFILE; else, unless a data folder is given, that of the profile " +
    "default; else the server running on this machine; else it queries this machine itself. " +
    "--api-key or INQUEST_API_KEY overrides the profile's key. Keys are never shown.";
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
