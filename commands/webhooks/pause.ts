import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idsArgument } from "../../src/cli/ids/id-argument.ts";
import { setActive } from "../../src/cli/webhooks/change-subscriptions.ts";
import { pausedView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksPause extends InquestCommand {
  static override summary = "Pause subscriptions: new events are not sent until they are resumed.";
  static override description =
    "Settings, history and secret are kept, and queued deliveries are still sent. Events during the pause " +
    "are not sent later.";
  static override examples = ["<%= config.bin %> webhooks pause sub_01jc3x6m8v2k4q7r9t5w1y3z0b"];
  static override strict = false;
  static override args = { id: idsArgument("subscriptions") };

  async run(): Promise<void> {
    const { argv } = await this.parse(WebhooksPause);
    const { client, ids } = await this.connectForIds("subscriptions", argv as string[]);
    await this.present(await setActive(client, ids, false), pausedView);
  }
}
