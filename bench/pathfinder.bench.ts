import { chokePoints } from "../src/brain/pathfinder/search/choke-points.ts";
import { reachFrom } from "../src/brain/pathfinder/search/find-reachable.ts";
import { kBestPaths } from "../src/brain/pathfinder/search/k-best-paths.ts";
import type { Budget } from "../src/brain/pathfinder/search/types.ts";
import { median } from "./median.ts";
import {
  accountsOfHost,
  hostCount,
  type MadeEstate,
  makeEstate,
} from "./pathfinder/made-estate.ts";
import { createPeer } from "./pathfinder/peer.ts";
import { createRandom } from "./pathfinder/random.ts";
import type { BenchRow } from "./row.ts";

const seed = 20_261_122;
const pairCount = 30;
const maxSteps = 12;
const most = { pathsMs: 500, reachMs: 2_000, chokeMs: 10_000, replaceMs: 50, rssMb: 1_200 };

interface Pair {
  from: number;
  to: number;
}

/** Searches over an estate of ten thousand hosts whose graph is made in memory. */
export async function run(): Promise<BenchRow[]> {
  const startedAt = performance.now();
  const estate = makeEstate(seed);
  const buildMs = performance.now() - startedAt;
  const pairs = somePairs(estate);
  const ours = pairs.map((pair) => timePaths(estate, pair));
  const rows = [reach(estate), chokes(estate), replace(estate)];
  return [memory(estate, buildMs), paths(ours, await timePeer(estate, pairs)), ...rows];
}

/** An ordinary account and root on another host; every third target admits nobody. */
function somePairs({ accountsOf, isSealed }: MadeEstate): Pair[] {
  const random = createRandom(seed + 1);
  return Array.from({ length: pairCount }, (_, number) => {
    const from = accountsOf(random.int(hostCount))[1 + random.int(accountsOfHost - 1)]!;
    let host = random.int(hostCount);
    while (isSealed(host) !== (number % 3 === 2)) host = random.int(hostCount);
    return { from, to: accountsOf(host)[0]! };
  });
}

function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const startedAt = performance.now();
  const result = work();
  return { ms: performance.now() - startedAt, result };
}

const budget = (): Budget => ({
  deadlineMs: Date.now() + 60_000,
  nowMs: Date.now,
  maxExamined: Number.POSITIVE_INFINITY,
});

function timePaths(estate: MadeEstate, { from, to }: Pair) {
  const request = { starts: [from], ends: [to], k: 5, maxSteps };
  const { ms, result } = timed(() => kBestPaths(estate.walk(), { ...request, budget: budget() }));
  return { ms, found: result.paths.length };
}

async function timePeer({ graph }: MadeEstate, pairs: Pair[]) {
  const peer = await createPeer(graph);
  return pairs.map(({ from, to }) => {
    const { ms, result } = timed(() => peer.shortestPath(from, to));
    return { ms, found: result ? 1 : 0 };
  });
}

function paths(
  ours: { ms: number; found: number }[],
  theirs: { ms: number; found: number }[],
): BenchRow {
  const [mine, peer] = [ours, theirs].map((times) => times.map(({ ms }) => ms));
  const worst = Math.max(...mine!);
  const none = ours.filter(({ found }) => found === 0).length;
  return {
    what: `5 cheapest paths, ${pairCount} pairs, ${none} of them without a path`,
    measured: `median ${median(mine!).toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
    peer: `graphology's one (no guards): ${median(peer!).toFixed(0)} ms, ${Math.max(...peer!).toFixed(0)} ms`,
    bar: `≤ ${most.pathsMs} ms`,
    met: worst <= most.pathsMs,
  };
}

function reach(estate: MadeEstate): BenchRow {
  const start = estate.accountsOf(4_321)[3]!;
  const rounds = [12, 4].map((steps) =>
    timed(() => reachFrom(estate.walk(), [start], { maxSteps: steps, budget: budget() })),
  );
  const ms = Math.max(...rounds.map((round) => round.ms));
  const [all, near] = rounds.map(({ result }) => result.nodes.length.toLocaleString("en"));
  return {
    what: `what one account reaches: ${all} nodes in 12 steps, ${near} in 4`,
    measured: rounds.map((round) => `${round.ms.toFixed(0)} ms`).join(", "),
    bar: `≤ ${most.reachMs} ms`,
    met: ms <= most.reachMs,
  };
}

/** From every ordinary account to root on twenty hosts. */
function chokes(estate: MadeEstate): BenchRow {
  const { accountsOf, fixOf } = estate;
  const starts = Array.from({ length: hostCount }, (_, host) => accountsOf(host).slice(1)).flat();
  const ends = Array.from({ length: 20 }, (_, at) => accountsOf(at * 487 + 11)[0]!);
  const { ms, result } = timed(() =>
    chokePoints(estate.walk(), { starts, ends, fixOf, budget: budget() }),
  );
  const found = result.ok ? `${result.points.length} fixes` : result.reason;
  return {
    what: `choke points from every account to root on 20 hosts: ${found}`,
    measured: `${ms.toFixed(0)} ms`,
    bar: `≤ ${most.chokeMs} ms`,
    met: result.ok && ms <= most.chokeMs,
  };
}

function replace({ graph, replaceHost }: MadeEstate): BenchRow {
  const times = Array.from({ length: 101 }, (_, at) => timed(() => replaceHost(at * 97)).ms);
  const worst = Math.max(...times);
  return {
    what: `one host's edges of ${graph.size.toLocaleString("en")} replaced`,
    measured: `median ${median(times).toFixed(2)} ms, worst ${worst.toFixed(2)} ms`,
    bar: `≤ ${most.replaceMs} ms`,
    met: worst <= most.replaceMs,
  };
}

function memory({ graph }: MadeEstate, buildMs: number): BenchRow {
  const mb = process.memoryUsage().rss / 2 ** 20;
  const [nodes, edges] = [graph.nodes, graph.size].map((count) => count.toLocaleString("en"));
  return {
    what: `${nodes} nodes and ${edges} edges, made in ${(buildMs / 1_000).toFixed(1)} s and searched`,
    measured: `${mb.toFixed(0)} MB`,
    bar: `≤ ${most.rssMb} MB`,
    met: mb <= most.rssMb,
  };
}
