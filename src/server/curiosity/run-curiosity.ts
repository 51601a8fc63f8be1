import { isTerminal, type TriggerResponse } from "../../contract/investigation.ts";
import { ended, isRunning, startedByHand } from "../../curiosity/item-steps.ts";
import type { Store } from "../../store/port/store.ts";
import type { CuriosityRecord } from "../../store/records.ts";
import { apiError, notFound } from "../http/errors.ts";
import {
  type CommitAdditions,
  type Queued,
  queueInvestigation,
  type TriggerServices,
} from "../investigations/trigger-investigation.ts";
import { findCuriosity, type ItemAddress } from "./curiosity-items.ts";

/** Queues a run of an item, in one commit with the changes from `join`; not ok when an expectation failed. */
export function queueItem(
  services: TriggerServices,
  item: CuriosityRecord,
  join: (queued: Queued) => CommitAdditions,
): Promise<{ ok: boolean; response: TriggerResponse }> {
  const { query, scope, depth } = item;
  const trigger = {
    accountId: item.account_id,
    request: { query, scope, depth },
    curiosity: { itemId: item.id, comparedWith: item.last_completed_id },
  };
  return queueInvestigation(services, trigger, join);
}

/** Runs an item now, whether it is paused or not; its schedule stays as it is. */
export async function runCuriosity(
  services: TriggerServices,
  address: ItemAddress,
): Promise<TriggerResponse> {
  for (;;) {
    const found = await findCuriosity(services.store, address);
    if (!found) throw notFound();
    const { revision } = found;
    const item = await withEnd(services, found.record);
    if (isRunning(item)) throw alreadyRunning(item);
    const { ok, response } = await queueItem(services, item, ({ record: { id, started_at } }) => ({
      changes: [
        {
          type: "put",
          kind: "curiosity",
          record: startedByHand(item, { investigationId: id, nowMs: Date.parse(started_at) }),
        },
      ],
      expectations: [{ kind: "curiosity", id: item.id, is: "unchanged", revision }],
    }));
    // Otherwise the item was changed meanwhile, perhaps by a run that started in its slot.
    if (ok) return response;
  }
}

/** The item with the end of its last run, which nobody records while no scheduler runs. */
async function withEnd(
  { store, clock }: { store: Store; clock: TriggerServices["clock"] },
  item: CuriosityRecord,
): Promise<CuriosityRecord> {
  if (!isRunning(item) || item.last_investigation_id === null) return item;
  const run = await store.find("investigation", item.last_investigation_id);
  const status = run?.record.status ?? "cancelled";
  return isTerminal(status) ? ended(item, { status, nowMs: clock.now() }) : item;
}

function alreadyRunning({ last_investigation_id }: CuriosityRecord) {
  return apiError("run_in_progress", {
    message: `The question is already running, as ${last_investigation_id}.`,
    hint: `Follow that run: inquest investigate watch ${last_investigation_id}`,
  });
}
