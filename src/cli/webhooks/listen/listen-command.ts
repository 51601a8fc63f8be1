import { randomBytes } from "node:crypto";
import type { Client } from "../../../client/types.ts";
import type { EventType } from "../../../contract/event.ts";
import { AppError } from "../../../core/errors.ts";
import { receivedEventView } from "../../../ui/views/received-event.ts";
import { FollowingCommand } from "../../command/following-command.ts";
import { serverNotRunning } from "../../connection/require-server.ts";
import { sleep } from "../../connection/sleep.ts";
import { keepAdmitted } from "./keep-admitted.ts";
import { receiveEvent } from "./receive-event.ts";
import { type ReceivedRequest, startReceiver } from "./receiver.ts";
import { listenPath, removeStaleListeners } from "./stale-listeners.ts";

export interface ListenFlags {
  "forward-to"?: URL;
  events?: (EventType | "*")[];
  "print-secret": boolean;
  port: number;
}

/** The time limit for removing the subscription at the end. */
const removalMs = 3_000;

/** A command that receives deliveries on this machine until it is ended. */
export abstract class ListenCommand extends FollowingCommand {
  protected async listen(flags: ListenFlags): Promise<void> {
    const { signal, dataDir } = this;
    const client = await this.clientOfOwnServer();
    const {
      admitListener,
      loopbackCertificate,
      serverInstance: serverRun,
      verifyDelivery,
    } = await import("../../../compose/webhooks/admit-listener.ts");
    const left = await removeStaleListeners(client, signal);
    if (left > 0)
      this.note(
        `Removed ${left === 1 ? "the subscription of a stopped listener" : `the subscriptions of ${left} stopped listeners`}.`,
      );
    const { certificate, key } = loopbackCertificate(Date.now(), randomBytes);
    const path = listenPath + randomBytes(16).toString("hex");
    let secret = "";
    const answer = async (request: ReceivedRequest) => {
      const target = flags["forward-to"];
      const options = { verify: verifyDelivery, secret, target, now: Date.now };
      const { answer, received } = await receiveEvent(request, options);
      await this.presentLine(received, receivedEventView);
      return answer;
    };
    const receiver = await startReceiver({ port: flags.port, certificate, key, path, answer });
    const admit = () => admitListener(dataDir, { port: receiver.port, certificate });
    try {
      if (!(await admit())) throw serverNotRunning(dataDir);
      const url = `https://127.0.0.1:${receiver.port}${path}`;
      const events = flags.events ?? ["*", "finding.resolved"];
      const made = await client.createSubscription({ url, events }, { signal });
      secret = made.secret;
      try {
        this.begin(made, flags);
        const note = (text: string) => this.note(text);
        const run = () => serverRun(dataDir);
        await keepAdmitted({ admit, serverRun: run, now: Date.now, sleep, signal, note });
      } finally {
        await this.unsubscribe(made.id);
      }
    } finally {
      receiver.close();
    }
  }

  private begin(
    { id, url, events, secret }: { id: string; url: string; events: string[]; secret: string },
    { "print-secret": printSecret, "forward-to": target }: ListenFlags,
  ): void {
    const shown = printSecret ? { secret } : {};
    if (this.settings.json) {
      this.print(JSON.stringify({ event: "listening", subscription_id: id, url, ...shown }));
      return;
    }
    const what = events.includes("*") ? "every event" : events.join(", ");
    this.note(`Listening for ${what} as ${id}; press Ctrl-C to stop and remove the subscription.`);
    if (target) this.note(`Forwarding verified deliveries to ${target.href}`);
    this.note(`Try it: inquest webhooks test ${id}`);
    if (printSecret) this.print(secret);
  }

  /** Connects again first: the server may have moved. */
  private async unsubscribe(id: string): Promise<void> {
    const signal = AbortSignal.timeout(removalMs);
    try {
      const client = (await this.connectToServer())?.client;
      if (!client) throw serverNotRunning(this.dataDir);
      await client.deleteSubscription(id, { signal });
      this.note(`Removed the subscription ${id}.`);
    } catch {
      this.note(
        `The subscription ${id} could not be removed; the next webhooks listen removes it.`,
      );
    }
  }

  /** Only a server on this machine may deliver to 127.0.0.1; access to its folder authorises that. */
  private async clientOfOwnServer(): Promise<Client> {
    const connection = await this.connectToServer();
    if (!connection) throw serverNotRunning(this.dataDir);
    const { discoverServer } = await import("../../../compose/discovery/discover-server.ts");
    const own = await discoverServer(this.dataDir);
    if (own?.url === connection.url) return connection.client;
    throw new AppError("server_elsewhere", `${connection.url} can't deliver to this machine.`, {
      hint:
        "webhooks listen needs a server on the same machine and data folder. For another server, " +
        "subscribe an address that it can reach: inquest webhooks create URL.",
      kind: "usage",
    });
  }
}
