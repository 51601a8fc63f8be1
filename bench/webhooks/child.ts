// One of the compared systems in its own process. Its parent sends what to publish:
// {flood: N} as fast as it takes them, {paced: {perSecond, seconds, lane}} evenly; "memory" asks
// for the resident megabytes; "stop" ends it.
import { setTimeout as delay } from "node:timers/promises";
import { startBare } from "./bare.ts";
import { startBullmq } from "./bullmq.ts";
import { startGraphile } from "./graphile.ts";
import { startInquest } from "./inquest.ts";
import type { PeerOptions } from "./peer.ts";

const [which = "", options = "{}"] = process.argv.slice(2);
const parsed = JSON.parse(options) as PeerOptions;
const starts = {
  graphile: startGraphile,
  bare: startBare,
  bullmq: startBullmq,
  inquest: startInquest,
};
const peer = await starts[which as keyof typeof starts](parsed);
const publishers = 64;
const now = () => performance.timeOrigin + performance.now();

async function flood(count: number): Promise<{ startedAt: number }> {
  const startedAt = now();
  let next = 0;
  const publisher = async () => {
    while (next < count) await peer.publish(next++ % parsed.urls.length);
  };
  await Promise.all(Array.from({ length: publishers }, publisher));
  return { startedAt };
}

/** Gives when each event was about to be published. */
async function paced({
  perSecond,
  seconds,
  lane,
}: {
  perSecond: number;
  seconds: number;
  lane: number;
}) {
  const published: Promise<[string, number]>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const wait = startedAt + (n * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    const at = now();
    published.push(peer.publish(lane).then((id) => [id, at]));
  }
  return { published: await Promise.all(published) };
}

process.on(
  "message",
  async (message: { flood?: number; paced?: Parameters<typeof paced>[0] } | "memory" | "stop") => {
    if (message === "memory") process.send!({ megabytes: process.memoryUsage().rss / 1e6 });
    else if (message === "stop") {
      await peer.stop();
      process.exit(0);
    } else if (message.flood) process.send!(await flood(message.flood));
    else if (message.paced) process.send!(await paced(message.paced));
  },
);
process.send!({ ready: true });
