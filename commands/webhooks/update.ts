import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { checkUrl } from "../../src/cli/webhooks/check-url.ts";
import { subscriptionFlags } from "../../src/cli/webhooks/subscription-flags.ts";
import { changeSubscription, subscriptionPatch } from "../../src/cli/webhooks/subscriptions.ts";
import { subscriptionView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksUpdate extends InquestCommand {
  static override summary = "Change a subscription; settings not given stay unchanged.";
  static override description =
    "Queued deliveries keep the URL and the secret they were queued with. New " +
    "events and tags replace the previous ones.";
  static override examples = [
    "<%= config.bin %> webhooks update sub_01jc3x6m8v2k4q7r9t5w1y3z0b --url https://hooks.example.com/v2",
    "<%= config.bin %> webhooks update sub_01jc3x6m8v2k4q7r9t5w1y3z0b --event finding.discovered,chain.confirmed",
    "<%= config.bin %> webhooks update sub_01jc3x6m8v2k4q7r9t5w1y3z0b --clear-filters --min-severity high",
  ];
  static override args = { id: idArgument("subscriptions") };
  static override flags = {
    url: Flags.string({ description: "New address, https only", helpValue: "<url>" }),
    ...subscriptionFlags,
    "clear-filters": Flags.boolean({ description: "Remove filters that are not given" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhooksUpdate);
    const change = { patch: subscriptionPatch(flags), keepFilters: !flags["clear-filters"] };
    const { id, ...connection } = await this.connectForId("subscriptions", args.id);
    await checkUrl(connection, flags.url, (text) => this.note(text));
    const changed = await changeSubscription(connection.client, id, change);
    await this.present(changed, subscriptionView);
  }
}
