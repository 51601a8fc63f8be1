import { idsArgument } from "../../src/cli/ids/id-argument.ts";
import { ReplayCommand } from "../../src/cli/webhooks/replay/replay-command.ts";
import { replayFlags } from "../../src/cli/webhooks/replay/replay-flags.ts";

export default class WebhooksReplay extends ReplayCommand {
  static override summary = "Replay deliveries by id, or all matching dead letters.";
  static override description =
    "With --dead, each subscription is first sent its oldest dead letter; if it is delivered, the rest " +
    "follow at --rate. After an interruption, the same command continues where it stopped: what " +
    "was replayed is not replayed again. The exit code is 1 if any replay failed.";
  static override examples = [
    "<%= config.bin %> webhooks replay dlv_01jc3x6m8v2k4q7r9t5w1y3z0b",
    "<%= config.bin %> webhooks replay --dead --subscription sub_01jc3x6m8v2k4q7r9t5w1y3z0b --dry-run",
    "<%= config.bin %> webhooks replay --dead --since 24h --rate 20/s --yes",
  ];
  static override strict = false;
  static override args = {
    id: idsArgument("deliveries"),
  };
  static override flags = replayFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(WebhooksReplay);
    await this.replay(argv as string[], flags);
  }
}
