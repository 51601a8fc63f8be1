import type { Call, Client } from "../../client/types.ts";
import { scheduleText } from "../../ui/plain/schedule-text.ts";
import type { Candidate } from "../command-line/command-spec.ts";
import type { IdKind } from "../command-line/id-kinds.ts";

export interface IdQuery {
  /** Ids per page; agents come in the server's own pages. */
  limit: number;
  /** The investigation whose findings are listed. */
  investigation?: string | undefined;
  signal?: AbortSignal | undefined;
}

type Pages = (client: Client, query: IdQuery, call: Call) => AsyncGenerator<Candidate[]>;

const pagesOf: Record<IdKind, Pages> = {
  acceptances: (client, { limit }, call) =>
    mapPages(client.acceptances({ limit }, call), ({ acceptances }) =>
      acceptances.map(({ id: value, title, because }) => ({
        value,
        description: `${title}: ${because}`,
      })),
    ),
  agents: (client, _query, call) =>
    mapPages(client.agents({}, call), (agents) =>
      agents.map(({ agent_id: value, hostname, status }) => ({
        value,
        description: `${hostname}, ${status}`,
      })),
    ),
  curiosity: (client, { limit }, call) =>
    mapPages(client.curiosityItems({ limit }, call), ({ items }) =>
      items.map(({ id: value, query, ...schedule }) => ({
        value,
        description: `every ${scheduleText(schedule)}: ${query}`,
      })),
    ),
  deliveries: (client, { limit }, call) =>
    mapPages(client.deliveries({ limit }, call), ({ deliveries }) =>
      deliveries.map(({ delivery_id: value, status, event_type }) => ({
        value,
        description: `${status}, ${event_type}`,
      })),
    ),
  async *findings(client, { investigation }, call) {
    if (investigation === undefined) return;
    const { findings } = await client.get(investigation, call);
    yield findings.map(({ finding_id: value, title, hostname }) => ({
      value,
      description: `${title}, ${hostname}`,
    }));
  },
  investigations: (client, { limit }, call) =>
    mapPages(client.list({ limit }, call), ({ investigations }) =>
      investigations.map(({ investigation_id: value, status, query }) => ({
        value,
        description: `${status}: ${query}`,
      })),
    ),
  policies: (client, { limit }, call) =>
    mapPages(client.policies({ limit }, call), ({ policies }) =>
      policies.map(({ id: value, name: description }) => ({ value, description })),
    ),
  subscriptions: (client, { limit }, call) =>
    mapPages(client.subscriptions({ limit }, call), ({ subscriptions }) =>
      subscriptions.map(({ id: value, url: description }) => ({ value, description })),
    ),
};

/** The ids of a kind with descriptions, in pages that are fetched on demand. */
export function idPages(kind: IdKind, client: Client, query: IdQuery): AsyncGenerator<Candidate[]> {
  return pagesOf[kind](client, query, { signal: query.signal });
}

async function* mapPages<Page>(
  pages: AsyncGenerator<Page>,
  candidatesOf: (page: Page) => Candidate[],
): AsyncGenerator<Candidate[]> {
  for await (const page of pages) yield candidatesOf(page);
}
