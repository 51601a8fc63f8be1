import { InquestCommand } from "../src/cli/command/base-command.ts";
import { logout } from "../src/cli/profiles/list-profiles.ts";
import { loggedOutView } from "../src/ui/views/profiles.ts";

export default class Logout extends InquestCommand {
  static override summary = "Remove a profile and its key from this machine.";
  static override description =
    "Removes the default profile unless --profile names another. The key itself stays valid until it is " +
    "revoked on the server (server keys revoke).";
  static override examples = [
    "<%= config.bin %> logout",
    "<%= config.bin %> logout --profile prod",
  ];

  async run(): Promise<void> {
    const { flags } = await this.parse(Logout);
    await this.present(logout(flags.profile, this.terminal.env), loggedOutView);
  }
}
