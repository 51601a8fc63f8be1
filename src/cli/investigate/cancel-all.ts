import type { Client } from "../../client/types.ts";
import type { CancelResponse } from "../../contract/investigation.ts";

/** Cancels one after the other; stops at the first failure. */
export async function cancelAll(
  client: Client,
  ids: string[],
): Promise<(CancelResponse & { investigation_id: string })[]> {
  const cancelled: (CancelResponse & { investigation_id: string })[] = [];
  for (const id of ids) cancelled.push({ ...(await client.cancel(id)), investigation_id: id });
  return cancelled;
}
