import { followDeliveries } from "../../client/follow-deliveries.ts";
import type { Client, DeliveryQuery } from "../../client/types.ts";
import type { DeliveryStatus } from "../../contract/webhook.ts";
import { FollowingCommand } from "../command/following-command.ts";
import { requireServer } from "../connection/require-server.ts";
import { sleep } from "../connection/sleep.ts";
import { interrupted } from "../errors/interrupt.ts";
import { usageError } from "../errors/usage-error.ts";
import { styleOf } from "../terminal/terminal.ts";
import { withSubscriptionId } from "./deliveries.ts";
import { type DeliveryWatcher, startDeliveryWatcher } from "./delivery-watcher.ts";

/** The abort reason when the person quits. */
const enough = Symbol("enough");

/** A command that can follow deliveries. */
export abstract class DeliveriesCommand extends FollowingCommand {
  private watcher: DeliveryWatcher | undefined;

  /** Shows deliveries as they change until the person quits. */
  protected async follow(filter: DeliveryQuery, id?: string): Promise<void> {
    if (id !== undefined) {
      throw usageError("A single delivery can't be followed.", "Omit the id or --follow.");
    }
    let client = await this.clientOfServer();
    const { status, ...query } = await withSubscriptionId(client, filter);
    const ending = new AbortController();
    const signal = AbortSignal.any([this.signal, ending.signal]);
    const watcher = await startDeliveryWatcher({
      terminal: this.terminal,
      style: styleOf(this.terminal, this.settings, Date.now()),
      json: this.settings.json,
      // The API accepts two names for a dead letter and returns one.
      status: status === "dead_lettered" ? "failed_permanent" : (status as DeliveryStatus),
      onQuit: (why) => ending.abort(why === "quit" ? enough : interrupted()),
      fetchRecord: (id) => client.delivery(id, { signal }),
      replay: async (id) =>
        `Replayed as ${(await client.replayDelivery(id, { signal })).delivery_id}.`,
    });
    this.watcher = watcher;
    const find = async () => {
      client = await this.clientOfServer();
      return client;
    };
    try {
      const news = followDeliveries({
        client: find,
        query,
        sleep,
        random: Math.random,
        signal,
      });
      for await (const one of news) watcher.show(one);
    } catch (error) {
      if (error !== enough) throw error;
    } finally {
      this.watcher = undefined;
      watcher.stop();
    }
  }

  /** A running live view shows notes itself: lines between its frames would break it. */
  protected override note(...lines: string[]): void {
    if (this.watcher) for (const line of lines) this.watcher.note(line);
    else super.note(...lines);
  }

  /** A running server is required: a backend inside this command would have nothing to follow. */
  private async clientOfServer(): Promise<Client> {
    return requireServer(await this.connectToServer(), this.dataDir).client;
  }
}
