import * as Flags from "@oclif/core/flags";
import { InquestCommand } from "../../src/cli/command/base-command.ts";
import { spanFlag } from "../../src/cli/flags/common-flags.ts";
import { verifyHere } from "../../src/cli/webhooks/verify.ts";
import { webhookVerificationView } from "../../src/ui/views/webhook-verification.ts";

export default class WebhooksVerify extends InquestCommand {
  static override summary = "Verify the signatures of a delivery and explain failures.";
  static override description =
    "Pass the body on stdin, byte for byte as it was received. No server is contacted. If any " +
    "given signature header is wrong, the exit code is 1. Other users of this " +
    "machine can see a secret on a command line; use INQUEST_WEBHOOK_SECRET instead.";
  static override examples = [
    '<%= config.bin %> webhooks verify --header "X-Service-Signature: t=1793491200,v1=5f8b…" < body.json',
    '<%= config.bin %> webhooks verify --secret whsec_… --header "t=1793491200,v1=5f8b…" --tolerance 7d < body.json',
    '<%= config.bin %> webhooks verify --header "webhook-id: 019a…" --header "webhook-timestamp: 1793491200" --header "webhook-signature: v1,K5oZ…" < body.json',
  ];
  static override flags = {
    secret: Flags.string({
      description: "Signing secret (repeatable); INQUEST_WEBHOOK_SECRET by default",
      helpValue: "<whsec_…>",
      multiple: true,
      multipleNonGreedy: true,
    }),
    header: Flags.string({
      description: "Header of the delivery (repeatable); a bare value means X-Service-Signature",
      helpValue: "<name: value>",
      multiple: true,
      multipleNonGreedy: true,
      required: true,
    }),
    tolerance: spanFlag({ description: "Maximum clock difference (5m by default)" }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhooksVerify);
    const result = await verifyHere(flags, this.terminal);
    process.exitCode = result.ok ? 0 : 1;
    await this.present(result, webhookVerificationView);
  }
}
