import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../src/cli/command/base-command.ts";
import { login, loginNotes } from "../src/cli/profiles/login.ts";
import { loggedInView } from "../src/ui/views/profiles.ts";

export default class Login extends InquestCommand {
  static override summary = "Save a server and an API key for it as a profile.";
  static override description =
    "The server checks the key first; a rejected key is not saved. In a terminal, prompts for " +
    "missing values. Without --profile it is saved as default, which is used when no server, " +
    "profile or data folder is given; select others with --profile. A key on the command line " +
    "is visible to other users: type it at the prompt, or pass it on stdin with --api-key -.";
  static override examples = [
    "<%= config.bin %> login --server https://inquest.example.com",
    "<%= config.bin %> login --server https://inquest.example.com --profile prod --api-key - < key.txt",
    "<%= config.bin %> login --server https://inquest.example.com --ca-cert ca.pem",
  ];

  static override flags = {
    "ca-cert": Flags.string({
      description: "CA certificate, PEM, that signed the server's; saved with the profile",
      helpValue: "<file>",
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Login);
    const { terminal } = this;
    const clientOf = this.clientAt.bind(this);
    const loggedIn = await login({ flags, terminal, clientOf, nowMs: Date.now() });
    await this.present(loggedIn, loggedInView);
    this.note(...loginNotes(loggedIn, terminal.env));
  }
}
