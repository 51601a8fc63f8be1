import * as Args from "@oclif/core/args";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { nameUnknown } from "../../src/cli/errors/name-unknown.ts";
import { subscriptionView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksShow extends InquestCommand {
  static override summary = "Show a subscription: its URL, events and filters.";
  static override examples = [
    "<%= config.bin %> webhooks show sub_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> webhooks show sub_01jc3x6m8v2k4q7r9t5w1y3z0b --json",
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Subscription id", required: true }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(WebhooksShow);
    const { client } = await this.connect();
    const subscription = nameUnknown("subscription", args.id, client.subscription(args.id));
    await this.present(await subscription, subscriptionView);
  }
}
