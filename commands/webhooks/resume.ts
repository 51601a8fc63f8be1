import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { repeatedArgument } from "../../src/cli/flags/repeated-argument.ts";
import { setActive } from "../../src/cli/webhooks/change-subscriptions.ts";
import { resumedView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksResume extends InquestCommand {
  static override summary = "Resume paused subscriptions, starting with the next event.";
  static override examples = ["<%= config.bin %> webhooks resume sub_01jc3x6m8v2k4q7r9t5w1y3z0b"];
  static override strict = false;
  static override args = { id: repeatedArgument("Subscription id") };

  async run(): Promise<void> {
    const { argv } = await this.parse(WebhooksResume);
    const { client } = await this.connect();
    await this.present(await setActive(client, argv as string[], true), resumedView);
  }
}
