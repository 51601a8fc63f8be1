import { isId } from "../../core/ids.ts";
import { readJsonBlob, type Store, type Versioned } from "../../store/port/store.ts";
import type { InvestigationBlob, InvestigationRecord } from "../../store/records.ts";
import { notFound } from "../http/errors.ts";

/** An account's investigation; undefined when absent, another account's, or when the id is malformed. */
export async function findInvestigation(
  store: Store,
  { accountId, id }: { accountId: string; id: string },
): Promise<Versioned<InvestigationRecord> | undefined> {
  if (!isId("inv", id)) return undefined;
  const found = await store.find("investigation", id);
  return found?.record.account_id === accountId ? found : undefined;
}

/** The investigation that a request follows up; undefined for a request without one. */
export async function followedBy(
  store: Store,
  { accountId, id }: { accountId: string; id: string | undefined },
): Promise<InvestigationRecord | undefined> {
  if (id === undefined) return undefined;
  const found = await findInvestigation(store, { accountId, id });
  if (!found) throw notFound();
  return found.record;
}

const emptyBlob: InvestigationBlob = { findings: [], chains: [], answer: null };

/**
 * Loads the findings, chains and answer of a record. A running investigation replaces its blob and
 * removes the previous one, so a missing blob means that the record is outdated too.
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
