import { setTimeout as delay } from "node:timers/promises";
import { type Pollers, startPollers } from "./fleet/pollers.ts";
import { type BenchServer, startBenchServer } from "./fleet/server.ts";
import { median } from "./median.ts";
import type { BenchRow } from "./row.ts";
import { runParts } from "./run-parts.ts";

const question = "which users have uid 0?";

/** A fleet on one server: how fast a question reaches all agents, and the cost of idle agents. */
export const run = (): Promise<BenchRow[]> =>
  runParts({
    "1,000 simulated agents": askThousand,
    "10,000 simulated agents": askTenThousand,
    "one idle agent": oneIdleAgent,
    "10,000 idle agents": idleFleet,
  });

/** By then all simulated hosts have sent their snapshots. */
const settleMs = 30_000;

async function askThousand(): Promise<BenchRow[]> {
  const server = await startBenchServer({ hosts: 1000 });
  try {
    await delay(settleMs);
    const times = [];
    for (let round = 0; round < 5; round++) times.push(await server.ask(question, 1000));
    const most = median(times.map(({ mostSeconds }) => mostSeconds));
    const all = median(times.map(({ allSeconds }) => allSeconds));
    return [
      {
        what: "1,000 simulated agents, one live question: to 95% answered / completed (median of 5)",
        measured: `${most.toFixed(2)} s / ${all.toFixed(2)} s`,
        bar: "≤ 2 s / ≤ 4 s",
        met: most <= 2 && all <= 4,
      },
    ];
  } finally {
    await server.stop();
  }
}

async function askTenThousand(): Promise<BenchRow[]> {
  const server = await startBenchServer({ hosts: 10_000 });
  try {
    await delay(settleMs);
    const { allSeconds } = await server.ask(question, 10_000);
    const megabytes = server.peakMegabytes();
    return [
      {
        what: "10,000 simulated agents, one live question: completed, most memory of the server",
        measured: `${allSeconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
        bar: "≤ 30 s, ≤ 1,536 MB",
        met: allSeconds <= 30 && megabytes <= 1536,
      },
    ];
  } finally {
    await server.stop();
  }
}

const idleMs = 60_000;
const plans = 200;

/** Milliseconds from a trigger to the plan at its idle agent, for one agent after another, sorted. */
async function reach(server: BenchServer, pollers: Pollers, agents: number): Promise<number[]> {
  const delays = [];
  for (let plan = 0; plan < plans; plan++) {
    const agent = plan % agents;
    const started = performance.now();
    const reached = pollers.nextPlan(agent);
    reached.catch(() => {}); // It may reject before it is awaited.
    const scope = { type: "selector", filter: { agent_ids: [`poller-${agent}`] } };
    const request = { query: question, mode: "live", scope };
    const triggered = await server.call("POST", "/v1/investigations", request);
    await reached;
    delays.push(performance.now() - started);
    // Pollers answer no plan: left alone, the run would occupy a slot of the server for 30 s.
    const { links } = (await triggered.json()) as { links: { cancel: string } };
    await server.call("DELETE", links.cancel);
  }
  return delays.sort((a, b) => a - b);
}

const p99Of = (delays: number[]) => delays[Math.ceil(0.99 * delays.length) - 1]!;
const milliseconds = (delays: number[]) =>
  `${p99Of(delays).toFixed(0)} ms (${median(delays).toFixed(0)} ms)`;

async function oneIdleAgent(): Promise<BenchRow[]> {
  const server = await startBenchServer({ hosts: 0 });
  const pollers = await startPollers(server, 1);
  try {
    const delays = await reach(server, pollers, 1);
    return [
      {
        what: `from a trigger to the plan at an idle agent across the network (p99 of ${plans}; median)`,
        measured: milliseconds(delays),
        bar: "≤ 100 ms",
        met: p99Of(delays) <= 100,
      },
    ];
  } finally {
    pollers.stop();
    await server.stop();
  }
}

async function idleFleet(): Promise<BenchRow[]> {
  const server = await startBenchServer({ hosts: 0 });
  const pollers = await startPollers(server, 10_000);
  try {
    await delay(5_000);
    const before = server.cpuSeconds();
    await delay(idleMs);
    const share = (server.cpuSeconds() - before) / (idleMs / 1000);
    const delays = await reach(server, pollers, 10_000);
    return [
      {
        what: `10,000 agents polling over connections of their own: server at rest over ${idleMs / 1000} s`,
        measured: `${(100 * share).toFixed(1)}% of a core`,
        bar: "≤ 15%",
        met: share <= 0.15,
      },
      {
        // Without a bar: the 10,000 pollers share these processors with the server.
        what: `from a trigger to the plan at its agent, 10,000 polling from one process of this machine (p99 of ${plans}; median)`,
        measured: milliseconds(delays),
      },
    ];
  } finally {
    pollers.stop();
    await server.stop();
  }
}
