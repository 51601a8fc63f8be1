import { isId } from "../../core/ids.ts";
import { readJsonBlob, type Store, type Versioned } from "../../store/port/store.ts";
import type { InvestigationBlob, InvestigationRecord } from "../../store/records.ts";

/** An account's investigation; undefined when it is absent, another account's, or the id is none. */
export async function findInvestigation(
  store: Store,
  { accountId, id }: { accountId: string; id: string },
): Promise<Versioned<InvestigationRecord> | undefined> {
  if (!isId("inv", id)) return undefined;
  const found = await store.find("investigation", id);
  return found?.record.account_id === accountId ? found : undefined;
}

const emptyBlob: InvestigationBlob = { findings: [], chains: [], answer: null };

/**
 * A record with the findings, chains and answer that belong to it. A run that goes on replaces
 * its blob and removes the one before, so a blob that is gone means that the record is old too.
 */
export async function loadWithBlob(
  store: Store,
  record: InvestigationRecord,
): Promise<{ record: InvestigationRecord; blob: InvestigationBlob }> {
  if (record.blob === null) return { record, blob: emptyBlob };
  const blob = await readJsonBlob<InvestigationBlob>(store, record.blob);
  if (blob) return { record, blob };
  const newer = (await store.find("investigation", record.id))?.record;
  if (!newer || newer.blob === record.blob) {
    throw new Error(`blob ${record.blob} of investigation ${record.id} is missing`);
  }
  return loadWithBlob(store, newer);
}
