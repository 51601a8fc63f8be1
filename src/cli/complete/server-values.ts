import type { Client } from "../../client/types.ts";
import type { Candidate } from "../command-line/command-spec.ts";
import type { IdKind } from "../command-line/id-kinds.ts";
import { idPages } from "../ids/id-pages.ts";

/** Usually one of the newest is meant; more would only fill the screen. */
const limit = 50;

type Lister = (client: Client, signal: AbortSignal) => Promise<Candidate[]>;

const listers: Record<"detections" | "tags", Lister> = {
  detections: async (client, signal) =>
    (await client.detections({ signal })).map(({ id: value, title: description }) => ({
      value,
      description,
    })),
  tags: async (client, signal) => tagCounts((await first(client.agents({}, { signal }))) ?? []),
};

/** The values of a kind from a server. */
export async function serverValues(
  kind: IdKind | keyof typeof listers,
  client: Client,
  { signal, words }: { signal: AbortSignal; words: string[] },
): Promise<Candidate[]> {
  if (kind === "detections" || kind === "tags") return listers[kind](client, signal);
  const typed = words.find((word) => word.startsWith("inv_"));
  const investigation = typed ?? (kind === "findings" ? await newest(client, signal) : undefined);
  return (await first(idPages(kind, client, { limit, investigation, signal }))) ?? [];
}

/** The newest investigation with findings. */
async function newest(client: Client, signal: AbortSignal): Promise<string | undefined> {
  const page = await first(client.list({ limit }, { signal }));
  return page?.investigations.find(({ progress }) => progress?.findings)?.investigation_id;
}

async function first<T>(pages: AsyncGenerator<T>): Promise<T | undefined> {
  for await (const page of pages) return page;
  return undefined;
}

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
    .map(([value, hosts]) => ({
      value,
      description: hosts === 1 ? "1 host" : `${hosts} hosts`,
    }));
}
