import * as Flags from "@oclif/core/flags";
import { listFlags } from "../../src/cli/flags/common-flags.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { resolveId } from "../../src/cli/ids/resolve-ids.ts";
import {
  deliveryFilter,
  findDelivery,
  gatherDeliveries,
  oneOrFiltered,
  withSubscriptionId,
} from "../../src/cli/webhooks/deliveries.ts";
import { DeliveriesCommand } from "../../src/cli/webhooks/deliveries-command.ts";
import { deliveryFlags } from "../../src/cli/webhooks/delivery-flags.ts";
import { deliveryListView, deliveryView } from "../../src/ui/views/deliveries.ts";

export default class WebhooksDeliveries extends DeliveriesCommand {
  static override summary = "List deliveries, newest first; show one; or follow them live.";
  static override description =
    "With an id, shows every attempt, the receiver's response, and the event itself.\n\n" +
    "With --follow, each attempt is shown once as it happens, across lost connections and server " +
    "restarts, until q or Ctrl-C. In a terminal, space pauses, / filters, enter opens " +
    "the selected record and r replays it. In a pipe, prints one line per attempt; with --json the whole " +
    "delivery on one line, each time it changes.";
  static override examples = [
    "<%= config.bin %> webhooks deliveries",
    "<%= config.bin %> webhooks deliveries --status dead --since 24h",
    "<%= config.bin %> webhooks deliveries --subscription sub_01jc3x6m8v2k4q7r9t5w1y3z0b --all --json",
    "<%= config.bin %> webhooks deliveries --follow",
    "<%= config.bin %> webhooks deliveries --follow --status dead --json",
    "<%= config.bin %> webhooks deliveries dlv_01jc3x6m8v2k4q7r9t5w1y3z0b",
  ];
  static override args = {
    id: idArgument("deliveries"),
  };
  static override flags = {
    ...deliveryFlags,
    ...listFlags,
    follow: Flags.boolean({
      char: "f",
      description: "Keep following new deliveries, starting now or at --since",
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
    if (args.id !== undefined) {
      const id = await resolveId(args.id, { client, kind: "deliveries" });
      return this.present(await findDelivery(client, id), deliveryView);
    }
    const page = await gatherDeliveries(client, await withSubscriptionId(client, filter), flags);
    await this.present(page, deliveryListView(isFiltered));
  }
}
