import { Queue, Worker } from "bullmq";
import { anEnvelope, createSend } from "./bare.ts";
import { concurrency, type Peer, type PeerOptions } from "./peer.ts";

/** The usual design on a job queue: one job per delivery, five attempts, durable in Redis. */
export async function startBullmq({ urls, ca, redis }: PeerOptions): Promise<Peer> {
  const send = createSend(ca);
  const connection = { path: redis, maxRetriesPerRequest: null };
  const queue = new Queue("deliveries", {
    connection,
    defaultJobOptions: {
      attempts: 5,
      backoff: { type: "exponential", delay: 30_000 },
      removeOnComplete: true,
    },
  });
  const worker = new Worker<{ url: string; event: ReturnType<typeof anEnvelope> }>(
    "deliveries",
    ({ data: { url, event } }) => send(url, event),
    { connection, concurrency },
  );
  await Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]);
  return {
    async publish(lane) {
      const event = anEnvelope(lane);
      await queue.add("delivery", { url: urls[lane]!, event });
      return event.event_id;
    },
    async stop() {
      await worker.close();
      await queue.close();
      await send.close();
    },
  };
}
