import { Args, Flags } from "@oclif/core";
import { listFlags } from "../../src/cli/flags/common-flags.ts";
import {
  deliveryFilter,
  gatherDeliveries,
  oneOrFiltered,
} from "../../src/cli/webhooks/deliveries.ts";
import { DeliveriesCommand } from "../../src/cli/webhooks/deliveries-command.ts";
import { deliveryFlags } from "../../src/cli/webhooks/delivery-flags.ts";
import { deliveryListView, deliveryView } from "../../src/ui/views/deliveries.ts";

export default class WebhooksDeliveries extends DeliveriesCommand {
  static override summary = "List deliveries, newest first; show one; or follow them live.";
  static override description =
    "With an id: every attempt, what the receiver answered, and the event itself.\n\n" +
    "With --follow each attempt is told once, as it happens, over lost connections and restarts " +
    "of the server too, until q or Ctrl-C. In a terminal: space pauses, / filters, enter opens " +
    "the selected record, r replays it. In a pipe it is a line an attempt; with --json the whole " +
    "delivery, one a line, at each of its changes.";
  static override examples = [
    "<%= config.bin %> webhooks deliveries",
    "<%= config.bin %> webhooks deliveries --status dead --since 24h",
    "<%= config.bin %> webhooks deliveries --subscription sub_01jc3x6m8v2k4q7r9t5w1y3z0b --all --json",
    "<%= config.bin %> webhooks deliveries --follow",
    "<%= config.bin %> webhooks deliveries --follow --status dead --json",
    "<%= config.bin %> webhooks deliveries dlv_01jc3x6m8v2k4q7r9t5w1y3z0b",
  ];
  static override args = {
    id: Args.string({ ignoreStdin: true, description: "Delivery id" }),
  };
  static override flags = {
    ...deliveryFlags,
    ...listFlags,
    follow: Flags.boolean({
      char: "f",
      description: "Go on with what happens from now on, or from --since on",
      exclusive: ["limit", "all", "until"],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhooksDeliveries);
    const filter = deliveryFilter(flags, Date.now());
    const isFiltered = Object.keys(filter).length > 0;
    if (args.id !== undefined && isFiltered) throw oneOrFiltered();
    if (flags.follow) return this.follow(filter, args.id);
    const { client } = await this.connect();
    if (args.id !== undefined) return this.present(await client.delivery(args.id), deliveryView);
    const page = await gatherDeliveries(client, filter, flags);
    await this.present(page, deliveryListView(isFiltered));
  }
}
