import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";
import type { PeerOptions } from "./webhooks/peer.ts";
import {
  arrivalsOf,
  ask,
  bundle,
  lanesOf,
  nextMessage,
  type Place,
  startReceiver,
} from "./webhooks/place.ts";
import { hasRedis, startRedis } from "./webhooks/redis.ts";

const floodEvents = 8_000;
const rounds = 3;

/** Deliveries to a receiver in another process, signed both ways and durable. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp("bench/bundle-");
  try {
    await bundle(folder);
    const place = await startReceiver(folder);
    try {
      return [
        ...(await sustained(place)),
        await publishToReceipt(place),
        await besideAHangingOne(place),
        await endlessBodies(place),
      ];
    } finally {
      place.receiver.kill();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function withPeer<T>(
  which: "inquest" | "bullmq" | "bare",
  { folder, ca }: Place,
  { urls, redis = "" }: Pick<PeerOptions, "urls"> & { redis?: string },
  work: (child: ChildProcess) => Promise<T>,
): Promise<T> {
  const options: PeerOptions = { urls, ca, redis, database: "" };
  const child = fork(join(folder, "child.js"), [which, JSON.stringify(options)], { execArgv: [] });
  await nextMessage(child);
  try {
    return await work(child);
  } finally {
    child.send("stop");
    await once(child, "exit");
  }
}

/** Deliveries a second from the first publication to the last arrival. */
async function floodRate(which: "inquest" | "bullmq" | "bare", place: Place, redis?: string) {
  const urls = lanesOf(place);
  return withPeer(which, place, { urls, ...(redis && { redis }) }, async (child) => {
    const rates = [];
    // The first one warms up.
    for (let round = 0; round <= rounds; round++) {
      const { startedAt } = await ask<{ startedAt: number }>(child, { flood: floodEvents });
      const last = Math.max(...(await arrivalsOf(place, floodEvents)).values());
      rates.push((floodEvents / (last - startedAt)) * 1000);
    }
    return median(rates.slice(1));
  });
}

async function sustained(place: Place): Promise<BenchRow[]> {
  const redis = hasRedis ? await startRedis() : null;
  try {
    const peer = redis && (await floodRate("bullmq", place, redis.path));
    const own = await floodRate("inquest", place);
    const bare = await floodRate("bare", place);
    const what = "sustained deliveries/s, 20 subscriptions, 1 KB events";
    const measured = `${own.toFixed(0)}/s`;
    return [
      {
        what,
        measured,
        peer: peer
          ? `BullMQ + Redis ${peer.toFixed(0)}/s (${(own / peer).toFixed(2)}×)`
          : "no Redis here",
        bar: "≥ 1.2×",
        met: peer !== null && own >= 1.2 * peer,
      },
      {
        what,
        measured,
        peer: `bare undici ${bare.toFixed(0)}/s (${(own / bare).toFixed(2)}×)`,
        bar: "≥ 0.4×",
        met: own >= 0.4 * bare,
      },
    ];
  } finally {
    await redis?.stop();
  }
}

/** From before an event is published to its arrival, ms, in rising order. */
async function delays(
  place: Place,
  child: ChildProcess,
  pace: { perSecond: number; seconds: number },
) {
  const { published } = await ask<{ published: [string, number][] }>(child, {
    paced: { ...pace, lane: 0 },
  });
  const arrivals = await arrivalsOf(place, published.length);
  return published.map(([id, at]) => arrivals.get(id)! - at).sort((a, b) => a - b);
}

const at = (sorted: number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1]!;

async function publishToReceipt(place: Place): Promise<BenchRow> {
  return withPeer("inquest", place, { urls: [`${place.origin}/ok/0`] }, async (child) => {
    await delays(place, child, { perSecond: 100, seconds: 2 });
    const sorted = await delays(place, child, { perSecond: 100, seconds: 20 });
    const [p50, p99] = [at(sorted, 0.5), at(sorted, 0.99)];
    return {
      what: "publish to receipt at 100 events/s, p50 / p99",
      measured: `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`,
      bar: "≤ 5 / ≤ 25 ms",
      met: p50 <= 5 && p99 <= 25,
    };
  });
}

const queuedForHanging = 1_000;

async function besideAHangingOne(place: Place): Promise<BenchRow> {
  const urls = [`${place.origin}/ok/0`, `${place.origin}/hang`];
  return withPeer("inquest", place, { urls }, async (child) => {
    await ask(child, {
      paced: { perSecond: 100_000, seconds: queuedForHanging / 100_000, lane: 1 },
    });
    await ask(place.receiver, "take");
    const { published } = await ask<{ published: [string, number][] }>(child, {
      paced: { perSecond: 50, seconds: 20, lane: 0 },
    });
    await delay(1_000);
    const { arrivals } = await ask<{ arrivals: [string, number][] }>(place.receiver, "take");
    const came = new Map(arrivals);
    const sorted = published
      .map(([id, from]) => (came.get(id) ?? Number.POSITIVE_INFINITY) - from)
      .sort((a, b) => a - b);
    const p99 = at(sorted, 0.99);
    return {
      what: "a healthy receiver beside one that hangs with 1,000 events queued, p99",
      measured: `${p99.toFixed(1)} ms`,
      bar: "≤ 50 ms",
      met: p99 <= 50,
    };
  });
}

async function endlessBodies(place: Place): Promise<BenchRow> {
  const urls = Array.from({ length: 50 }, (_, n) => `${place.origin}/endless/${n}`);
  return withPeer("inquest", place, { urls: [...urls, `${place.origin}/ok/0`] }, async (child) => {
    // The healthy one first: what connections and code cost is not the bodies'.
    await ask(child, { paced: { perSecond: 100, seconds: 5, lane: 50 } });
    await arrivalsOf(place, 500);
    const before = (await ask<{ megabytes: number }>(child, "memory")).megabytes;
    let most = before;
    await ask(child, { flood: 51 });
    for (let look = 0; look < 100; look++) {
      most = Math.max(most, (await ask<{ megabytes: number }>(child, "memory")).megabytes);
      await delay(20);
    }
    await arrivalsOf(place, 51);
    return {
      what: "memory while a receiver sends endless bodies to 50 deliveries",
      measured: `+${(most - before).toFixed(1)} MB`,
      bar: "≤ +20 MB",
      met: most - before <= 20,
    };
  });
}
