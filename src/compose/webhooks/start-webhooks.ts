import { lookup } from "node:dns/promises";
import type { Logger } from "pino";
import type { Clock } from "../../core/clock.ts";
import type { SharedDeliveries } from "../../store/port/shared-state.ts";
import type { Store } from "../../store/port/store.ts";
import { startDispatcher } from "../../webhooks/dispatch/start-dispatcher.ts";
import type { Outbox } from "../../webhooks/outbox/outbox.ts";
import type { SecretBox } from "../../webhooks/signing/secret-box.ts";
import type {
  DeliveryCounts,
  LocalListener,
  Sender,
  WebhookServices,
} from "../../webhooks/types.ts";
import type { ActivityLog } from "../activity/activity-log.ts";
import type { WebhookSettings } from "./webhook-settings.ts";

export interface WebhooksOptions {
  store: Store;
  /** With several servers over the store. */
  shared?: SharedDeliveries | undefined;
  clock: Clock;
  secrets: SecretBox;
  outbox: Outbox;
  settings: WebhookSettings;
  /** False for a single command: the next server sends its deliveries. */
  sendsDeliveries: boolean;
  /** The name of this process on leases. */
  worker: string;
  version: string;
  activity: Pick<ActivityLog, "attempted">;
  log: Logger;
}

export interface Webhooks {
  services: WebhookServices;
  /** Absent when deliveries are not sent. */
  admitListener?(listener: Pick<LocalListener, "port" | "certificate">): void;
  stop(): Promise<void>;
}

const admittedForMs = 60_000;

const zeroCounts: DeliveryCounts = {
  attempts: { delivered: 0, retrying: 0, failed_permanent: 0 },
  waiting: 0,
};

/** Starts sending webhook deliveries. */
export async function startWebhooks(options: WebhooksOptions): Promise<Webhooks> {
  const { store, clock, secrets, outbox, settings, log } = options;
  const userAgent = `inquest/${options.version}`;
  let opened: Promise<Sender> | undefined;
  const open = () => {
    opened ??= openSender({ settings, clock, userAgent });
    return opened;
  };
  const services: WebhookServices = {
    secrets,
    secretOverlapMs: settings.secretOverlapMs,
    subscriptionChanged: outbox.subscriptionChanged,
    checkUrl: async (url) => (await open()).check(url),
    counts: () => zeroCounts,
  };
  if (!options.sendsDeliveries) return { services, stop: async () => (await opened)?.close() };

  const sender = await open();
  const dispatcher = startDispatcher({
    store,
    clock,
    secrets,
    sender,
    schedule: settings.schedule,
    userAgent,
    worker: options.worker,
    ...(options.shared && { shared: options.shared }),
    monotonicMs: () => performance.now(),
    onAttempt: options.activity.attempted,
    onError: (error, delivery_id) =>
      log.error({ err: error, delivery_id }, "a delivery attempt failed unexpectedly"),
  });
  return {
    services: { ...services, counts: dispatcher.counts },
    admitListener: (listener) => sender.admit({ ...listener, until: clock.now() + admittedForMs }),
    async stop() {
      const haveEnded = await dispatcher.stop();
      const closing = sender.close();
      // Attempts that outlast the stop end with their own timeout or with the process.
      if (haveEnded) await closing;
    },
  };
}

/** Imported on demand, since most commands send nothing. */
async function openSender({
  settings: { allow, ca, timeoutMs },
  clock,
  userAgent,
}: {
  settings: WebhookSettings;
  clock: Clock;
  userAgent: string;
}): Promise<Sender> {
  const { createSender } = await import("../../webhooks/sender/create-sender.ts");
  return createSender({
    allow,
    ...(ca !== undefined && { ca }),
    timeoutMs,
    lookup: (name) => lookup(name, { all: true }),
    clock,
    userAgent,
  });
}
