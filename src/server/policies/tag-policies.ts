import type {
  CreateTagPolicy,
  TagPolicy,
  TagPolicyPage,
  UpdateTagPolicy,
} from "../../contract/tag-policy.ts";
import { isoTime } from "../../core/clock.ts";
import { isId, newId } from "../../core/ids.ts";
import type { Change, Store, Versioned } from "../../store/port/store.ts";
import { type RecordUpdate, updateRecord } from "../../store/port/update-record.ts";
import type { PolicyRecord } from "../../store/records.ts";
import { notFound } from "../http/errors.ts";
import { type ListQuery, listPage } from "../http/list-page.ts";
import { checkTagPolicy } from "./check-tag-policy.ts";
import type { PolicyServices } from "./services.ts";

/** One policy of one account. */
export interface PolicyAddress {
  accountId: string;
  id: string;
}

/** One page, oldest first. */
export async function listTagPolicies(
  store: Store,
  accountId: string,
  query: ListQuery,
): Promise<TagPolicyPage> {
  const { records, next_cursor } = await listPage(store, "policy", {
    account: accountId,
    order: "oldest_first",
    ...query,
  });
  return { policies: records.map(toTagPolicy), next_cursor };
}

/** An account's policy; undefined when absent, another account's, or when the id is malformed. */
export async function findTagPolicy(
  store: Store,
  { accountId, id }: PolicyAddress,
): Promise<Versioned<PolicyRecord> | undefined> {
  if (!isId("pol", id)) return undefined;
  const found = await store.find("policy", id);
  return found?.record.account_id === accountId ? found : undefined;
}

export async function createTagPolicy(
  services: PolicyServices,
  accountId: string,
  request: CreateTagPolicy,
): Promise<TagPolicy> {
  await checkTagPolicy(services, accountId, request);
  const nowMs = services.clock.now();
  const now = isoTime(nowMs);
  const record: PolicyRecord = {
    id: newId("pol", nowMs),
    account_id: accountId,
    name: request.name,
    match: request.match,
    deny_tables: [...new Set(request.deny_tables)],
    criticality: request.criticality ?? "normal",
    snapshot_interval: request.snapshot_interval ?? null,
    created_at: now,
    updated_at: now,
  };
  await services.store.commit([{ type: "put", kind: "policy", record }]);
  await services.fleet.settingsChanged(accountId);
  return toTagPolicy(record);
}

/** Changes the fields in `patch`. */
export async function updateTagPolicy(
  services: PolicyServices,
  address: PolicyAddress,
  patch: UpdateTagPolicy,
): Promise<TagPolicy> {
  await checkTagPolicy(services, address.accountId, patch);
  const { deny_tables, ...rest } = patch;
  const patched = (record: PolicyRecord): PolicyRecord => ({
    ...record,
    ...rest,
    ...(deny_tables && { deny_tables: [...new Set(deny_tables)] }),
    updated_at: isoTime(services.clock.now()),
  });
  const record = await changePolicy(services, address, (before) => {
    const after = patched(before);
    return { changes: [{ type: "put", kind: "policy", record: after }], result: after };
  });
  return toTagPolicy(record);
}

export async function deleteTagPolicy(
  services: PolicyServices,
  address: PolicyAddress,
): Promise<void> {
  const removal: Change = { type: "remove", kind: "policy", id: address.id };
  await changePolicy(services, address, () => ({ changes: [removal], result: null }));
}

/** Commits one change of a policy, retrying after concurrent changes, and sends the agents their settings. */
async function changePolicy<T>(
  { store, fleet }: PolicyServices,
  address: PolicyAddress,
  draft: (record: PolicyRecord) => RecordUpdate<T>,
): Promise<T> {
  const read = () => findTagPolicy(store, address);
  const result = await updateRecord(store, { kind: "policy", id: address.id, read }, (record) => {
    if (!record) throw notFound();
    return draft(record);
  });
  await fleet.settingsChanged(address.accountId);
  return result;
}

export function toTagPolicy({ account_id: _, ...policy }: PolicyRecord): TagPolicy {
  return policy;
}
