import type { Client } from "../../client/types.ts";
import type { InvestigationPage, InvestigationStatus } from "../../contract/investigation.ts";
import { gatherPages, type ListFlags } from "../command/gather-pages.ts";
import { resolveId } from "../ids/resolve-ids.ts";

export interface GatherOptions extends ListFlags {
  status?: InvestigationStatus;
  curiosity?: string;
}

/** The newest investigations up to the limit, or all of them, as one page. */
export async function gatherInvestigations(
  client: Client,
  { status, curiosity, ...flags }: GatherOptions,
): Promise<InvestigationPage> {
  const curiosity_id = curiosity && (await resolveId(curiosity, { client, kind: "curiosity" }));
  const list = (query: { limit: number }) => client.list({ status, curiosity_id, ...query });
  return gatherPages("investigations", list, flags);
}
