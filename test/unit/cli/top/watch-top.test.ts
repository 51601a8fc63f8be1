import { expect, test } from "vitest";
import { fetchAll } from "../../../../src/cli/top/fetch-all.ts";
import { watchTop } from "../../../../src/cli/top/watch-top.ts";
import type { Client, StreamEvent } from "../../../../src/client/types.ts";
import type { InvestigationRow } from "../../../../src/contract/investigation.ts";
import type { Delivery } from "../../../../src/contract/webhook.ts";
import { AppError } from "../../../../src/core/errors.ts";
import type { TopUpdate } from "../../../../src/ui/top/top-update.ts";
import { agentOf } from "../../../helpers/agent.ts";
import { deliveredOf, deliveryOf } from "../../../helpers/delivery.ts";
import { itemOf, runningOf } from "../../../helpers/top.ts";

interface Service {
  runs?: InvestigationRow[];
  events?: StreamEvent[];
  /** What the streams of deliveries tell, one after the other; null: there are none. */
  streams?: Delivery[][] | null;
  /** Thrown by an operation. */
  fails?: (operation: string) => AppError | undefined;
}

/** A service that counts what it is asked, and streams that stay open once they have told. */
function serviceOf({ runs = [], events = [], streams = [[]], fails }: Service = {}) {
  const asked: string[] = [];
  const ask = (operation: string) => {
    asked.push(operation);
    const error = fails?.(operation);
    if (error) throw error;
  };
  const open = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  async function* page<T>(operation: string, rows: T): AsyncGenerator<T> {
    ask(operation);
    yield rows;
  }
  async function* live(told: Delivery[], last: boolean, signal: AbortSignal) {
    yield* told;
    if (last) await open(signal);
  }
  const next_cursor = null;
  const client = {
    agents: () => page("agents", [agentOf()]),
    list: ({ status }: { status?: string }) =>
      page("list", { investigations: status ? runs : [], next_cursor }),
    curiosityItems: () => page("curiosity", { items: [itemOf(1)], next_cursor }),
    deliveries: ({ status }: { status?: string }) =>
      page("deliveries", { deliveries: status ? [] : [deliveredOf(1)], next_cursor }),
    streamDeliveries: async (_: unknown, { signal }: { signal: AbortSignal }) => {
      ask("stream");
      if (streams === null) return null;
      return live(streams.shift() ?? [], streams.length === 0, signal);
    },
    streamInvestigation: async () => {
      ask("follow");
      return (async function* () {
        yield* events;
      })();
    },
  } as unknown as Client;
  return { client, asked };
}

/** Everything that is told and asked in a number of minutes, by a clock that the pauses drive. */
async function watched(service: Service, minutes = 1) {
  const { client, asked } = serviceOf(service);
  const ending = new AbortController();
  const { signal } = ending;
  const news: TopUpdate[] = [];
  const sleepers: { atMs: number; wake(): void }[] = [];
  let nowMs = 0;
  let looked = 0;
  const sleep = (ms: number, until: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      until.throwIfAborted();
      const onAbort = () => reject(until.reason as Error);
      until.addEventListener("abort", onAbort);
      const wake = () => {
        until.removeEventListener("abort", onAbort);
        resolve();
      };
      sleepers.push({ atMs: nowMs + ms, wake });
    });
  const find = async (lost = false) => {
    if (lost) looked++;
    return client;
  };
  const watching = { client: find, report: (one: TopUpdate) => news.push(one), now: () => nowMs };
  const over = watchTop({ ...watching, sleep, random: () => 0.5, signal }).catch(
    (error: unknown) => error,
  );
  const settled = Symbol("settled");
  // Everything that can go on without a pause has done so after a turn.
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  while (nowMs < minutes * 60_000) {
    await turn();
    await turn();
    sleepers.sort((a, b) => a.atMs - b.atMs);
    const next = sleepers.shift();
    if (!next) break;
    nowMs = next.atMs;
    next.wake();
  }
  ending.abort(settled);
  const error = await over;
  return { news, asked, looked, ended: error === settled ? null : error };
}

const many = (asked: string[], operation: string) =>
  asked.filter((one) => one === operation).length;
const unreachable = () => new AppError("x", "It is away.", { kind: "unreachable" });
const refused = (status: number) => new AppError("x", "It is not allowed.", { status });

test("at rest it asks less than 60 times a minute, and hears of deliveries by their stream", async () => {
  const { asked, news } = await watched({ streams: [[deliveryOf(2)]] }, 5);
  expect(asked.length / 5).toBeLessThan(60);
  expect(many(asked, "stream")).toBe(1);
  expect(news).toContainEqual({ type: "link", link: "live" });
  expect(news).toContainEqual({ type: "delivery", delivery: deliveryOf(2) });
});

test("a service without streams is looked at, no more often", async () => {
  const { asked, news, ended } = await watched({ streams: null }, 5);
  expect(asked.length / 5).toBeLessThan(70);
  expect(news).toContainEqual({ type: "link", link: "polling" });
  expect(news.some((one) => one.type === "facts" && one.source === "deliveries")).toBe(true);
  expect(ended).toBeNull();
});

test("a stream that ends is told, and opened again with what it missed", async () => {
  const { news, looked } = await watched({ streams: [[], []] });
  const links = news.filter((one) => one.type === "link").map((one) => one.link);
  expect(links).toEqual(["live", "lost", "live"]);
  expect(looked).toBeGreaterThan(0);
});

test("a few running investigations are followed, and their end brings the next look forward", async () => {
  const runs = [1, 2, 3, 4, 5].map((number) => runningOf(number, 10));
  const { progress, investigation_id: id } = runs[0]!;
  const quiet = await watched({ runs }, 2);
  const busy = await watched(
    {
      runs,
      events: [
        { type: "progress", data: progress! },
        { type: "status", data: { status: "completed" } },
      ],
    },
    2,
  );
  expect(busy.news).toContainEqual({ type: "run", id, change: { progress } });
  expect(busy.news).toContainEqual({ type: "run", id, change: { status: "completed" } });
  expect(many(busy.asked, "list")).toBeGreaterThan(many(quiet.asked, "list"));
  expect(busy.asked.length / 2).toBeLessThan(250);
});

test("what a key may not see is a problem of its own", async () => {
  const fails = (operation: string) => (operation === "curiosity" ? refused(403) : undefined);
  const { client } = serviceOf({ fails });
  const seen = await fetchAll(client, new AbortController().signal);
  expect(seen.problems).toEqual({ curiosity: "It is not allowed." });
  expect(Object.keys(seen.facts)).toEqual(["fleet", "investigations", "deliveries"]);
  const { news, ended } = await watched({ fails });
  expect(news).toContainEqual({
    type: "problem",
    source: "curiosity",
    text: "It is not allowed.",
  });
  expect(ended).toBeNull();
});

test("a service that is away is asked less and less, and found again", async () => {
  let away = true;
  const fails = () => (away ? unreachable() : undefined);
  const { asked, news, looked } = await watched({ fails }, 10);
  expect(asked.length / 10).toBeLessThan(40);
  expect(looked).toBeGreaterThan(4);
  expect(news.every(({ type }) => type === "problem")).toBe(true);
  away = false;
  expect((await watched({ fails })).news.some(({ type }) => type === "facts")).toBe(true);
});

test("a key that is no longer valid ends it, and nothing is left that goes on", async () => {
  const { ended, asked } = await watched({ fails: () => refused(401) });
  expect(ended).toMatchObject({ status: 401 });
  expect(asked.length).toBeLessThan(10);
});

test("a look at a service that shows nothing is an error", async () => {
  const { client } = serviceOf({ fails: unreachable });
  const looking = fetchAll(client, new AbortController().signal);
  await expect(looking).rejects.toMatchObject({ message: "It is away." });
});
