import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { idArgument } from "../../src/cli/ids/id-argument.ts";
import { givenSecret, rotation, rotationNotes, withSecret } from "../../src/cli/webhooks/secret.ts";
import { secretFlag } from "../../src/cli/webhooks/subscription-flags.ts";
import { rotatedSecretView } from "../../src/ui/views/webhooks.ts";

export default class WebhooksRotate extends InquestCommand {
  static override summary = "Replace the signing secret of a subscription.";
  static override description =
    "Prints only the new secret to stdout; it is not shown again. During the overlap, deliveries are " +
    "signed with both secrets, so that the receiver can switch without losing one.";
  static override examples = [
    "<%= config.bin %> webhooks rotate sub_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> webhooks rotate sub_01jc3x6m8v2k4q7r9t5w1y3z0b > secret.txt",
    "<%= config.bin %> webhooks rotate sub_01jc3x6m8v2k4q7r9t5w1y3z0b --secret - < secret.txt",
  ];
  static override args = { id: idArgument("subscriptions") };
  static override flags = { secret: secretFlag };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhooksRotate);
    const given = await givenSecret(flags.secret, this.terminal);
    const { client, id } = await this.connectForId("subscriptions", args.id);
    const answer = await client.updateSubscription(id, rotation(given));
    const rotated = withSecret(answer, given);
    await this.present(rotated, rotatedSecretView);
    this.note(...rotationNotes(rotated));
  }
}
