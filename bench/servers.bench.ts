import { mkdtemp, rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type PostgresCluster, startPostgres } from "../test/helpers/postgres.ts";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";
import { runParts } from "./run-parts.ts";
import { bundleChild, connections, measure, start, stop } from "./server.bench.ts";
import { graphileRate, inquestRate } from "./servers/deliver.ts";
import { startServers, stopServers } from "./servers/start-servers.ts";
import { wakeUps } from "./servers/wake-up.ts";
import { bundle, lanes, type Place, startReceiver } from "./webhooks/place.ts";

/** Several servers over one PostgreSQL, whose commits are synced. */
export async function run(): Promise<BenchRow[]> {
  const cluster = await startPostgres({});
  try {
    return await runParts({
      "1,000 simulated agents over 3 servers": () => askThousand(cluster),
      "plan wake-up across servers": () => wakeUp(cluster),
      "deliveries over PostgreSQL": () => deliver(cluster),
      "triggers over PostgreSQL": () => trigger(cluster),
    });
  } finally {
    await cluster.remove();
  }
}

const hosts = 1_000;
/** By then all simulated hosts have sent their snapshots. */
const settleMs = 45_000;
const questions = 5;

async function askThousand(cluster: PostgresCluster): Promise<BenchRow[]> {
  const servers = await startServers(await cluster.createDatabase(), hosts);
  try {
    await delay(settleMs);
    const times = [];
    for (let round = 0; round < questions; round++)
      times.push(await servers[round % servers.length]!.ask("which users have uid 0?", hosts));
    const most = median(times.map(({ mostSeconds }) => mostSeconds));
    const all = median(times.map(({ allSeconds }) => allSeconds));
    return [
      {
        what: `1,000 simulated agents over 3 servers, one live question: to 95% answered / completed (median of ${questions})`,
        measured: `${most.toFixed(2)} s / ${all.toFixed(2)} s`,
        bar: "≤ 3 s / ≤ 6 s",
        met: most <= 3 && all <= 6,
      },
    ];
  } finally {
    await stopServers(servers);
  }
}

const plans = 200;

async function wakeUp(cluster: PostgresCluster): Promise<BenchRow[]> {
  const database = await cluster.createDatabase();
  const servers = await startServers(database, 0);
  try {
    const times = await wakeUps(servers[0]!, database, plans);
    const p99 = times[Math.ceil(0.99 * times.length) - 1]!;
    return [
      {
        what: `from a plan's offer by one server to its agent's poll of another (p99 of ${plans}; median)`,
        measured: `${p99.toFixed(0)} ms (${median(times).toFixed(0)} ms)`,
        bar: "≤ 60 ms",
        met: p99 <= 60,
      },
    ];
  } finally {
    await stopServers(servers);
  }
}

const events = 8_000;
const rounds = 3;

async function deliver(cluster: PostgresCluster): Promise<BenchRow[]> {
  const folder = await mkdtemp("bench/bundle-");
  let place: Place | undefined;
  try {
    await bundle(folder);
    place = await startReceiver(folder);
    const [own, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      own.push(await inquestRate(place, await cluster.createDatabase(), events));
      peer.push(await graphileRate(place, await cluster.createDatabase(), events));
    }
    const ratio = median(own) / median(peer);
    return [
      {
        what: `deliveries/s over PostgreSQL, stored before, ${lanes} subscriptions, 1 KB events (median of ${rounds})`,
        measured: `${median(own).toFixed(0)}/s`,
        peer: `jobs of graphile-worker ${median(peer).toFixed(0)}/s (${ratio.toFixed(2)}×)`,
        bar: "≥ 0.8×",
        met: ratio >= 0.8,
      },
    ];
  } finally {
    place?.receiver.kill();
    await rm(folder, { recursive: true });
  }
}

const triggerRounds = 5;
const secondsPerRound = 3;

async function trigger(cluster: PostgresCluster): Promise<BenchRow[]> {
  const folder = await mkdtemp("bench/bundle-");
  try {
    const child = await bundleChild(folder);
    const server = await start(child, "inquest", [await cluster.createDatabase()]);
    try {
      await measure(server, 1);
      const rates: number[] = [];
      for (let round = 0; round < triggerRounds; round++)
        rates.push(await measure(server, secondsPerRound));
      return [
        {
          what: `accepted triggers/s over PostgreSQL, ${connections} connections, without runs`,
          measured: `${median(rates).toFixed(0)}/s`,
          bar: "≥ 1,500/s",
          met: median(rates) >= 1_500,
        },
      ];
    } finally {
      await stop(server);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
