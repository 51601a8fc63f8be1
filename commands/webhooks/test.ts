import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { requireServer } from "../../src/cli/connection/require-server.ts";
import { sleep } from "../../src/cli/connection/sleep.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { awaitAttempt, testExitCode, waitingText } from "../../src/cli/webhooks/await-attempt.ts";
import { queuedDeliveryView, testedView } from "../../src/ui/views/deliveries.ts";

export default class WebhooksTest extends InquestCommand {
  static override summary =
    "Send a test event to a subscription and report whether it was delivered.";
  static override description =
    "The event is a synthetic investigation.queued, signed like any " +
    "other. The exit code is 1 if the first attempt fails.";
  static override examples = [
    "<%= config.bin %> webhooks test sub_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> webhooks test sub_01jc3x6m8v2k4q7r9t5w1y3z0b --no-wait",
  ];
  static override args = { id: idArgument("subscriptions") };
  static override flags = {
    wait: Flags.boolean({
      description: "Wait for the first attempt to finish",
      default: true,
      allowNo: true,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhooksTest);
    const { client, id } = await this.connectForId("subscriptions", args.id, async () =>
      requireServer(await this.connectToServer(), this.dataDir),
    );
    const { signal } = this;
    const queued = await client.testSubscription(id, { signal });
    if (!flags.wait || queued.delivery_id === "") return this.present(queued, queuedDeliveryView);
    this.note(waitingText(queued));
    const delivery = await awaitAttempt({ client, sleep, signal }, queued.delivery_id);
    process.exitCode = testExitCode(delivery);
    await this.present(delivery, testedView);
  }
}
