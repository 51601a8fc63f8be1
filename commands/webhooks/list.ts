import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { listFlags } from "../../src/cli/flags/common-flags.ts";
import { gatherSubscriptions } from "../../src/cli/webhooks/subscriptions.ts";
import { subscriptionListView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksList extends InquestCommand {
  static override summary = "List subscriptions, newest first.";
  static override examples = [
    "<%= config.bin %> webhooks list",
    "<%= config.bin %> webhooks list --all --json",
  ];
  static override flags = listFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhooksList);
    const { client } = await this.connect();
    await this.present(await gatherSubscriptions(client, flags), subscriptionListView);
  }
}
