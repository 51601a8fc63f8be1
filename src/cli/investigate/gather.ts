import type { Client } from "../../client/types.ts";
import type { InvestigationPage, InvestigationStatus } from "../../contract/investigation.ts";

/** A service's page holds at most this many rows. */
const maxPageSize = 200;

export interface GatherOptions {
  status?: InvestigationStatus;
  curiosity?: string;
  limit: number;
  all: boolean;
}

/** The newest investigations up to the limit, or all of them, as one page. */
export async function gatherInvestigations(
  client: Client,
  { status, curiosity, limit, all }: GatherOptions,
): Promise<InvestigationPage> {
  const wanted = all ? Number.POSITIVE_INFINITY : limit;
  const gathered: InvestigationPage = { investigations: [], next_cursor: null };
  const query = { status, curiosity_id: curiosity, limit: Math.min(wanted, maxPageSize) };
  for await (const { investigations, next_cursor } of client.list(query)) {
    gathered.investigations.push(...investigations);
    gathered.next_cursor = next_cursor;
    if (gathered.investigations.length >= wanted) break;
  }
  gathered.investigations.splice(wanted);
  return gathered;
}
