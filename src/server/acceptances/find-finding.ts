import type { Finding } from "../../contract/summary.ts";
import { isId } from "../../core/ids.ts";
import type { Store } from "../../store/port/store.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import { loadWithBlob } from "../investigations/find-investigation.ts";

const pageSize = 100;

/** A finding of any investigation of an account; the newest are searched first. */
export async function findFinding(
  store: Store,
  { accountId, id }: { accountId: string; id: string },
): Promise<Finding | undefined> {
  if (!isId("fnd", id)) return undefined;
  const record = await investigationWith(store, accountId, id);
  if (!record) return undefined;
  const { blob } = await loadWithBlob(store, record);
  return blob.findings.find(({ finding_id }) => finding_id === id);
}

/** Timelines are in memory, so no findings are read but those of the investigation. */
async function investigationWith(
  store: Store,
  account: string,
  id: string,
): Promise<InvestigationRecord | undefined> {
  const query = { account, order: "newest_first", limit: pageSize } as const;
  let page = await store.page("investigation", query);
  for (;;) {
    const found = page.records.find(({ timeline }) =>
      timeline.some((entry) => entry.type === "finding" && entry.finding_id === id),
    );
    if (found || page.next === null) return found;
    page = await store.page("investigation", { ...query, after: page.next });
  }
}
