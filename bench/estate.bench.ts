import type { Estate, PathOutcome, PathRequest } from "../src/brain/pathfinder/model/types.ts";
import { createEstate } from "../src/brain/pathfinder/query/create-estate.ts";
import { asking, sketchFacts, sketchRules } from "../test/helpers/estate.ts";
import { median } from "./median.ts";
import { madeFacts, nameOf } from "./pathfinder/made-facts.ts";
import type { BenchRow } from "./row.ts";

const hosts = 10_000;
const seed = 20_261_122;
const most = { findMs: 500, reachMs: 2_000, chokeMs: 5_000, replaceMs: 50, rssMb: 1_200 };
const maxSteps = 12;

/** An estate of ten thousand hosts, from rule results to explained paths. */
export async function run(): Promise<BenchRow[]> {
  const startedAt = performance.now();
  const estate = createEstate({
    rules: sketchRules,
    facts: sketchFacts,
    clock: { now: () => Date.now() },
  });
  for (let host = 0; host < hosts; host++) estate.replace(madeFacts(host, { hosts, seed }));
  const madeMs = performance.now() - startedAt;
  const rows = [...searches(estate), afterChange(estate), replace(estate)];
  return [memory(madeMs), ...rows];
}

const at = (host: number, user: string) => `${user}@${nameOf(host)}`;
const root = (host: number) => `root on ${nameOf(host)}`;
const finds = Array.from({ length: 10 }, (_, n) =>
  asking(at(977 * (n + 1), "u3"), root((5_003 * (n + 1) + 3) % hosts), { maxSteps }),
);

function searches(estate: Estate): BenchRow[] {
  const reaches = [4_321, 4_322, 4_323].map((host) =>
    asking(at(host, "u3"), "any", { maxSteps, mode: "reach" }),
  );
  const choke = [asking("any", root(487), { maxSteps, mode: "choke_point" })];
  const what = { finds: "5 cheapest paths", reach: "what one account reaches" };
  return [
    row(estate, {
      what: `${what.finds}, asked first`,
      requests: finds.slice(0, 1),
      barMs: most.findMs,
    }),
    deriveAhead(estate),
    row(estate, { what: what.finds, requests: finds.slice(1), barMs: most.findMs }),
    row(estate, { what: what.reach, requests: reaches, barMs: most.reachMs }),
    row(estate, { what: "choke points of one root", requests: choke, barMs: most.chokeMs }),
  ];
}

function row(
  estate: Estate,
  {
    what,
    requests,
    barMs,
    before = () => undefined,
  }: {
    what: string;
    requests: PathRequest[];
    barMs: number;
    /** Called before each request; its time doesn't count. */
    before?(at: number): void;
  },
): BenchRow {
  const done = requests.map((request, at) => {
    before(at);
    // A search far beyond its limit is cut short and counts as too slow.
    return timed(() => estate.search({ ...request, timeoutMs: 10 * barMs }));
  });
  const times = done.map(({ ms }) => ms);
  const cut = done.filter(({ result }) => result.cutShort !== null).length;
  return {
    what: `the estate's ${what}, ${requests.length} asked: ${sizes(done.map(({ result }) => result))}`,
    measured: `median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms, ${cut} cut short`,
    bar: `≤ ${barMs} ms`,
    met: cut === 0 && Math.max(...times) <= barMs,
  };
}

/** As the server does after a question. */
function deriveAhead(estate: Estate): BenchRow {
  const parts: number[] = [];
  for (let isMore = true; isMore; ) {
    const { ms, result } = timed(() => estate.deriveAhead(20));
    parts.push(ms);
    isMore = result;
  }
  const total = parts.reduce((sum, ms) => sum + ms, 0);
  return {
    what: "what the estate's next questions need, derived after the first",
    measured: `${(total / 1_000).toFixed(1)} s in parts of at most ${Math.max(...parts).toFixed(0)} ms`,
  };
}

/** Each asked right after another host has changed its accounts, keys, firewall and connections. */
function afterChange(estate: Estate): BenchRow {
  return row(estate, {
    what: "5 cheapest paths, each right after one host changed",
    requests: finds,
    barMs: most.findMs,
    before: (at) => estate.replace(madeFacts(at * 89, { hosts, seed: seed + 2 })),
  });
}

function sizes(outcomes: PathOutcome[]): string {
  const of = (pick: (outcome: PathOutcome) => unknown[] | null) =>
    outcomes.reduce((sum, outcome) => sum + (pick(outcome)?.length ?? 0), 0).toLocaleString("en");
  return `${of(({ paths }) => paths)} paths, ${of(({ reached }) => reached)} nodes, ${of(({ fixes }) => fixes)} fixes`;
}

function timed<Result>(work: () => Result): { ms: number; result: Result } {
  const startedAt = performance.now();
  const result = work();
  return { ms: performance.now() - startedAt, result };
}

function replace(estate: Estate): BenchRow {
  const times = Array.from({ length: 101 }, (_, at) => {
    const facts = madeFacts(at * 97, { hosts, seed: seed + 1 });
    return timed(() => estate.replace(facts)).ms;
  });
  const worst = Math.max(...times);
  return {
    what: "one host of the estate ingested again",
    measured: `median ${median(times).toFixed(1)} ms, worst ${worst.toFixed(1)} ms`,
    bar: `≤ ${most.replaceMs} ms`,
    met: worst <= most.replaceMs,
  };
}

function memory(madeMs: number): BenchRow {
  const mb = process.memoryUsage().rss / 2 ** 20;
  return {
    what: `${hosts.toLocaleString("en")} hosts' answers ingested (${(madeMs / 1_000).toFixed(0)} s), searched`,
    measured: `${mb.toFixed(0)} MB`,
    bar: `≤ ${most.rssMb} MB`,
    met: mb <= most.rssMb,
  };
}
