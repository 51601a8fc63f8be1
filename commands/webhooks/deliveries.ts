import { Args } from "@oclif/core";
import { InquestCommand } from "../../src/cli/base-command.ts";
import { listFlags } from "../../src/cli/flags.ts";
import { deliveryFilter, gatherDeliveries } from "../../src/cli/webhooks/deliveries.ts";
import { deliveryFlags } from "../../src/cli/webhooks/delivery-flags.ts";
import { deliveryListView, deliveryView } from "../../src/ui/views/deliveries.ts";

export default class WebhooksDeliveries extends InquestCommand {
  static override summary = "List deliveries, newest first, or show one with its attempts.";
  static override description =
    "With an id: every attempt, what the receiver answered, and the event itself.";
  static override examples = [
    "<%= config.bin %> webhooks deliveries",
    "<%= config.bin %> webhooks deliveries --status dead --since 24h",
    "<%= config.bin %> webhooks deliveries --subscription sub_01jc3x6m8v2k4q7r9t5w1y3z0b --all --json",
    "<%= config.bin %> webhooks deliveries dlv_01jc3x6m8v2k4q7r9t5w1y3z0b",
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Delivery id" }),
  };
  static override flags = { ...deliveryFlags, ...listFlags };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhooksDeliveries);
    const filter = deliveryFilter(flags, Date.now());
    const { client } = await this.connect();
    if (args.id !== undefined) return this.present(await client.delivery(args.id), deliveryView);
    await this.present(await gatherDeliveries(client, filter, flags), deliveryListView);
  }
}
