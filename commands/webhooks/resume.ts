import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idsArgument } from "../../src/cli/ids/id-argument.ts";
import { setActive } from "../../src/cli/webhooks/change-subscriptions.ts";
import { resumedView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksResume extends InquestCommand {
  static override summary = "Resume paused subscriptions, starting with the next event.";
  static override examples = ["<%= config.bin %> webhooks resume sub_01jc3x6m8v2k4q7r9t5w1y3z0b"];
  static override strict = false;
  static override args = { id: idsArgument("subscriptions") };

  async run(): Promise<void> {
    const { argv } = await this.parse(WebhooksResume);
    const { client, ids } = await this.connectForIds("subscriptions", argv as string[]);
    await this.present(await setActive(client, ids, true), resumedView);
  }
}
