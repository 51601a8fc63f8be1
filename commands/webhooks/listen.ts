import { ListenCommand } from "../../src/cli/webhooks/listen/listen-command.ts";
import { listenFlags } from "../../src/cli/webhooks/listen/listen-flags.ts";

export default class WebhooksListen extends ListenCommand {
  static override summary = "Receive and verify deliveries on this machine while it runs.";
  static override description =
    "Starts an HTTPS receiver on 127.0.0.1 and subscribes it at the server that " +
    "runs on the same data folder. Checks each signature and prints one line per event; with " +
    "--json the whole envelope. Ctrl-C stops it and removes the subscription.\n\n" +
    "With --forward-to, each verified delivery is forwarded byte for byte, and the server gets the " +
    "target's response: an application under development sees exactly what it will see in production.";
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
