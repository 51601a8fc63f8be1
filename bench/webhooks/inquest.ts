import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../../src/core/clock.ts";
import { openLowdbStore } from "../../src/store/lowdb/open-lowdb-store.ts";
import type { Change, Store } from "../../src/store/port/store.ts";
import { defaultSchedule } from "../../src/webhooks/dispatch/next-attempt.ts";
import { startDispatcher } from "../../src/webhooks/dispatch/start-dispatcher.ts";
import { createOutbox } from "../../src/webhooks/outbox/outbox.ts";
import { createSender } from "../../src/webhooks/sender/create-sender.ts";
import { createSecretBox, type SecretBox } from "../../src/webhooks/signing/secret-box.ts";
import { accountId, anEvent } from "./event.ts";
import { type Peer, type PeerOptions, secret } from "./peer.ts";

const onError = (error: unknown) => {
  throw error;
};

/** Store, outbox, dispatcher and sender as the server puts them together. */
export async function startInquest({ urls, ca }: PeerOptions): Promise<Peer> {
  const dir = await mkdtemp(join(import.meta.dirname ?? ".", "data-"));
  const store = await openLowdbStore({ dir });
  const clock = systemClock;
  const secrets = createSecretBox(randomBytes(32), randomBytes);
  await subscribe(store, urls, secrets);
  const outbox = createOutbox({ store, clock, onError });
  await outbox.load();
  const userAgent = "bench";
  const sender = createSender({
    allow: ["127.0.0.1"],
    ca,
    timeoutMs: 10_000,
    lookup: (name) => lookup(name, { all: true }),
    clock,
    userAgent,
  });
  const dispatcher = startDispatcher({
    store,
    clock,
    secrets,
    sender,
    schedule: defaultSchedule,
    userAgent,
    worker: "bench",
    monotonicMs: () => performance.now(),
    onError,
  });
  return {
    async publish(lane) {
      const changes = outbox.emit(anEvent(lane));
      await store.commit(changes);
      const [event] = changes;
      return event?.type === "put" ? event.record.id : "";
    },
    async stop() {
      await dispatcher.stop();
      await sender.close();
      outbox.close();
      await store.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** A subscription for each lane's URL. */
export async function subscribe(store: Store, urls: string[], secrets: SecretBox): Promise<void> {
  const now = new Date().toISOString();
  const subscriptions = urls.map(
    (url, lane): Change => ({
      type: "put",
      kind: "subscription",
      record: {
        id: `sub_${String(lane).padStart(26, "0")}`,
        account_id: accountId,
        url,
        events: ["*"],
        filters: { tags: { lane: String(lane) } },
        active: true,
        secrets: [{ sealed: secrets.seal(secret), until: null }],
        created_at: now,
        updated_at: now,
      },
    }),
  );
  await store.commit(subscriptions);
}
