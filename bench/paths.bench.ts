import { setTimeout as delay } from "node:timers/promises";
import { makeSites, nameAt } from "./fleet/make-sites.ts";
import { type BenchServer, startBenchServer } from "./fleet/server.ts";
import type { BenchRow } from "./row.ts";
import { runParts } from "./run-parts.ts";

const hosts = 2_000;
const most = { firstSeconds: 10, nextSeconds: 0.5 };
const asked = 40;

const question = (site: number) =>
  `how could someone get from ${nameAt("web-1", site)} to root on ${nameAt("db-1", site)}?`;

/** Questions about attack paths to a server with the snapshots of a large fleet. */
export const run = (): Promise<BenchRow[]> => runParts({ "attack paths in a fleet": questions });

async function questions(): Promise<BenchRow[]> {
  const server = await startBenchServer({ hosts, make: makeSites });
  try {
    await settled(server);
    const first = await server.ask(question(0), hosts, "auto");
    const next = [];
    for (let site = 1; site <= asked; site++)
      next.push((await server.ask(question(site), hosts, "auto")).allSeconds);
    const p95 = next.sort((a, b) => a - b)[Math.ceil(0.95 * asked) - 1]!;
    const fleet = hosts.toLocaleString("en");
    return [
      {
        what: `first question about paths, ${fleet} hosts, snapshots there`,
        measured: `${first.allSeconds.toFixed(1)} s`,
        bar: `≤ ${most.firstSeconds} s`,
        met: first.allSeconds <= most.firstSeconds,
      },
      {
        what: `the next ${asked}, each confirmed live, p95`,
        measured: `${p95.toFixed(2)} s (median ${next[asked / 2]!.toFixed(2)} s), ${server.peakMegabytes().toFixed(0)} MB at most`,
        bar: `≤ ${most.nextSeconds} s`,
        met: p95 <= most.nextSeconds,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Until every host has a snapshot and the server has done what it does when one arrives. */
async function settled(server: BenchServer): Promise<void> {
  for (;;) {
    const started = server.cpuSeconds();
    await delay(5_000);
    if (server.cpuSeconds() - started > 1) continue;
    const agents = (await (await server.call("GET", "/v1/agents")).json()) as unknown[];
    if (agents.length === 0) throw new Error("no host is connected");
    await server.ask("SELECT count(*) AS n FROM users", hosts, "cached");
    return;
  }
}
