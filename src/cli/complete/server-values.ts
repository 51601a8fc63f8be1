import type { Client } from "../../client/types.ts";
import type { Candidate, ValueKind } from "../command-line/command-spec.ts";

/** Usually one of the newest is meant; more would only fill the screen. */
const limit = 50;

type Lister = (client: Client, signal: AbortSignal, words: string[]) => Promise<Candidate[]>;

const listers: Record<Exclude<ValueKind, "profiles" | "tables">, Lister> = {
  acceptances: async (client, signal) =>
    (await first(client.acceptances({ limit }, { signal }))).acceptances.map(
      ({ id: value, title, because }) => ({ value, about: `${title}: ${because}` }),
    ),
  agents: async (client, signal) =>
    (await agentsOf(client, signal)).map(({ agent_id: value, hostname, status }) => ({
      value,
      description: `${hostname}, ${status}`,
    })),
  curiosity: async (client, signal) => {
    const page = await first(client.curiosityItems({ limit }, { signal }));
    return page.items.map(({ id: value, interval, query }) => ({
      value,
      description: `every ${interval}: ${query}`,
    }));
  },
  deliveries: async (client, signal) => {
    const page = await first(client.deliveries({ limit }, { signal }));
    return page.deliveries.map(({ delivery_id: value, status, event_type }) => ({
      value,
      description: `${status}, ${event_type}`,
    }));
  },
  detections: async (client, signal) =>
    (await client.detections({ signal })).map(({ id: value, title: description }) => ({ value, description })),
  findings: async (client, signal, words) => {
    const id = words.find((word) => word.startsWith("inv_")) ?? (await newest(client, signal));
    if (id === undefined) return [];
    const { findings } = await client.get(id, { signal });
    return findings.map(({ finding_id: value, title, hostname }) => ({
      value,
      description: `${title}, ${hostname}`,
    }));
  },
  investigations: async (client, signal) => {
    const page = await first(client.list({ limit }, { signal }));
    return page.investigations.map(({ investigation_id: value, status, query }) => ({
      value,
      description: `${status}: ${query}`,
    }));
  },
  policies: async (client, signal) =>
    (await first(client.policies({ limit }, { signal }))).policies.map(
      ({ id: value, name: description }) => ({ value, description }),
    ),
  subscriptions: async (client, signal) =>
    (await first(client.subscriptions({ limit }, { signal }))).subscriptions.map(
      ({ id: value, url: description }) => ({ value, description }),
    ),
  tags: async (client, signal) => tagCounts(await agentsOf(client, signal)),
};

/** The values of a kind from a server. */
export function serverValues(
  kind: keyof typeof listers,
  client: Client,
  { signal, words }: { signal: AbortSignal; words: string[] },
): Promise<Candidate[]> {
  return listers[kind](client, signal, words);
}

/** The newest investigation with findings. */
async function newest(client: Client, signal: AbortSignal): Promise<string | undefined> {
  const { investigations } = await first(client.list({ limit }, { signal }));
  return investigations.find(({ progress }) => progress?.findings)?.investigation_id;
}

async function first<T>(pages: AsyncGenerator<T>): Promise<T> {
  for await (const page of pages) return page;
  throw new Error("a listing without a page");
}

const agentsOf = (client: Client, signal: AbortSignal) => first(client.agents({}, { signal }));

function tagCounts(agents: { tags: Record<string, string> }[]): Candidate[] {
  const counts = new Map<string, number>();
  for (const { tags } of agents) {
    for (const [key, value] of Object.entries(tags)) {
      const tag = `${key}=${value}`;
      counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, hosts]) => ({ value, description: hosts === 1 ? "1 host" : `${hosts} hosts` }));
}
