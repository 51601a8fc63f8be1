import { ListenCommand } from "../../src/cli/webhooks/listen/listen-command.ts";
import { listenFlags } from "../../src/cli/webhooks/listen/listen-flags.ts";

export default class WebhooksListen extends ListenCommand {
  static override summary = "Receive deliveries on this machine, verified, for as long as it runs.";
  static override description =
    "Subscribes an HTTPS receiver on 127.0.0.1, with a certificate of its own, at the server that " +
    "runs over the same data folder, checks each signature, and prints a line an event; with " +
    "--json the whole envelope. Ctrl-C ends it and removes the subscription.\n\n" +
    "With --forward-to a verified delivery goes on byte for byte, and the server is given the " +
    "answer: an application under development sees just what it will see later.";
  static override examples = [
    "<%= config.bin %> webhooks listen",
    "<%= config.bin %> webhooks listen --forward-to http://localhost:3000/hook --print-secret",
    "<%= config.bin %> webhooks listen --events finding.discovered,chain.confirmed --json",
  ];
  static override flags = listenFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhooksListen);
    await this.listen(flags);
  }
}
