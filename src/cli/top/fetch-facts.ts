import type { Client } from "../../client/types.ts";
import type { Delivery, DeliveryStatus } from "../../contract/webhook.ts";
import { byAttention, listed, type Source, type TopFacts } from "../../ui/top/top-facts.ts";
import { gatherAgents } from "../agents/gather-agents.ts";

/** Fetches one source in as few requests as possible. */
export type Fetcher = (client: Client, signal: AbortSignal) => Promise<TopFacts>;

async function fetchFleet(client: Client, signal: AbortSignal): Promise<TopFacts> {
  const { agents } = await gatherAgents(client, { limit: 1, all: true }, signal);
  return { fleet: { agents: byAttention(agents) } };
}

async function fetchInvestigations(client: Client, signal: AbortSignal): Promise<TopFacts> {
  const limit = listed.runs;
  const [running, newest] = await Promise.all([
    firstPage(client.list({ status: "running", limit }, { signal })),
    firstPage(client.list({ limit }, { signal })),
  ]);
  return {
    investigations: {
      running: running.investigations,
      moreRunning: running.next_cursor !== null,
      latest: newest.investigations.filter(({ status }) => status !== "running"),
    },
  };
}

async function fetchCuriosity(client: Client, signal: AbortSignal): Promise<TopFacts> {
  const page = await firstPage(client.curiosityItems({ limit: listed.items }, { signal }));
  return { curiosity: { items: page.items, more: page.next_cursor !== null } };
}

async function fetchDeliveries(client: Client, signal: AbortSignal): Promise<TopFacts> {
  const list = (status?: DeliveryStatus) =>
    firstPage(
      client.deliveries({ ...(status && { status }), limit: listed.deliveries }, { signal }),
    );
  const [latest, pending, retrying, dead] = await Promise.all([
    list(),
    list("pending"),
    list("retrying"),
    list("failed_permanent"),
  ]);
  const more = (page: { next_cursor: string | null }) => page.next_cursor !== null;
  return {
    deliveries: {
      latest: latest.deliveries,
      open: [...pending.deliveries, ...retrying.deliveries].sort(newestFirst),
      dead: dead.deliveries,
      more: { pending: more(pending), retrying: more(retrying), dead: more(dead) },
    },
  };
}

function newestFirst(one: Delivery, other: Delivery): number {
  return one.delivery_id < other.delivery_id ? 1 : -1;
}

async function firstPage<T>(pages: AsyncIterable<T>): Promise<T> {
  for await (const page of pages) return page;
  throw new Error("a listing without a page");
}

export const fetchers: Record<Source, Fetcher> = {
  fleet: fetchFleet,
  investigations: fetchInvestigations,
  curiosity: fetchCuriosity,
  deliveries: fetchDeliveries,
};
