import type { Client } from "../../client/types.ts";
import type { ItemDetail, ItemList } from "../../ui/views/curiosity.ts";
import type { RunList } from "../../ui/views/curiosity-runs.ts";
import { gatherPages, type ListFlags } from "../command/gather-pages.ts";
import { changesOf, fetchEach, lastChanges } from "./fetch-changes.ts";
import { findItem } from "./items.ts";

export interface GatherFlags extends ListFlags {
  /** JSON output is the server's response, so no changes are fetched for it. */
  json: boolean;
}

/** Items by next run, up to the limit or all, with the changes of their last runs. */
export async function gatherItems(client: Client, flags: GatherFlags): Promise<ItemList> {
  const page = await gatherPages("items", (query) => client.curiosityItems(query), flags);
  const items = flags.json ? [] : page.items;
  const idOf = ({ id }: { id: string }) => id;
  return { page, changes: await fetchEach(items, idOf, (item) => lastChanges(client, item)) };
}

/** An item with the changes of its last run. */
export async function describeItem(
  client: Client,
  id: string,
  { json }: Pick<GatherFlags, "json">,
): Promise<ItemDetail> {
  const item = await findItem(client, id);
  return { item, changes: json ? undefined : await lastChanges(client, item) };
}

/** The newest runs of an item, up to the limit or all, with their changes. */
export async function gatherRuns(client: Client, id: string, flags: GatherFlags): Promise<RunList> {
  const list = (query: { limit: number }) => client.list({ curiosity_id: id, ...query });
  const page = await gatherPages("investigations", list, flags);
  const runs = page.investigations;
  // Runs outlive their item; without runs, fetching the item reports a wrong id.
  const item = runs.length === 0 ? await findItem(client, id) : null;
  const changes = await fetchEach(
    flags.json ? [] : runs,
    ({ investigation_id }) => investigation_id,
    async ({ investigation_id, status }) =>
      status === "completed" ? changesOf(client, investigation_id) : undefined,
  );
  return { page, changes, item };
}
