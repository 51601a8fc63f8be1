import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { subscriptionView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksShow extends InquestCommand {
  static override summary = "Show a subscription: its URL, events and filters.";
  static override examples = [
    "<%= config.bin %> webhooks show sub_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> webhooks show sub_01jc3x6m8v2k4q7r9t5w1y3z0b --json",
  ];
  static override args = { id: idArgument("subscriptions") };

  async run(): Promise<void> {
    const { args } = await this.parse(WebhooksShow);
    const { client, id } = await this.connectForId("subscriptions", args.id);
    await this.present(await client.subscription(id), subscriptionView);
  }
}
