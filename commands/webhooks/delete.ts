import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idsArgument } from "../../src/cli/ids/id-argument.ts";
import {
  deleteSubscriptions,
  deletionQuestion,
  findSubscriptions,
} from "../../src/cli/webhooks/change-subscriptions.ts";
import { deletedSubscriptionsView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksDelete extends InquestCommand {
  static override summary = "Delete subscriptions; queued deliveries are still sent.";
  static override examples = [
    "<%= config.bin %> webhooks delete sub_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> webhooks delete sub_01jc3x6m8v2k4q7r9t5w1y3z0b sub_01jc3x6m8v2k4q7r9t5w1y3z0c --yes",
  ];
  static override strict = false;
  static override args = { id: idsArgument("subscriptions") };
  static override flags = {
    yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(WebhooksDelete);
    const { client, ids } = await this.connectForIds("subscriptions", argv as string[]);
    const subscriptions = await findSubscriptions(client, ids);
    await this.confirm(deletionQuestion(subscriptions), flags.yes);
    await deleteSubscriptions(client, subscriptions);
    await this.present(subscriptions, deletedSubscriptionsView);
  }
}
