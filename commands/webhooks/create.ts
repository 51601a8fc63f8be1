import * as Args from "@oclif/core/args";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { checkUrl } from "../../src/cli/webhooks/check-url.ts";
import { givenSecret, shownOnce } from "../../src/cli/webhooks/secret.ts";
import { secretFlag, subscriptionFlags } from "../../src/cli/webhooks/subscription-flags.ts";
import { newSubscription } from "../../src/cli/webhooks/subscriptions.ts";
import { newSubscriptionView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksCreate extends InquestCommand {
  static override summary = "Subscribe a URL to events; the signing secret is shown once.";
  static override description =
    "Each matching event is sent to the URL as a signed POST, with up to five attempts " +
    "by default. A URL that the server may never send to is refused. A secret on the command line is visible to other users: pass it on stdin with " +
    "--secret -, or let the server generate one.";
  static override examples = [
    "<%= config.bin %> webhooks create https://hooks.example.com/inquest --event finding.discovered --min-severity high",
    "<%= config.bin %> webhooks create https://hooks.example.com/inquest --event '*' --tag env=prod",
    "<%= config.bin %> webhooks create https://hooks.example.com/inquest --event chain.confirmed --secret - < secret.txt",
  ];
  static override args = {
    url: Args.string({ ignoreStdin: true, description: "Address, https only", required: true }),
  };
  static override flags = { ...subscriptionFlags, secret: secretFlag };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhooksCreate);
    const request = newSubscription(args.url, flags);
    const secret = await givenSecret(flags.secret, this.terminal);
    const connection = await this.connect();
    await checkUrl(connection, args.url, (text) => this.note(text));
    const created = await connection.client.createSubscription({ ...request, ...secret });
    await this.present(created, newSubscriptionView);
    this.note(shownOnce);
  }
}
