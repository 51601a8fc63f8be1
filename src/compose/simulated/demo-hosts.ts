import { join } from "node:path";
import { type Clock, isoTime } from "../../core/clock.ts";
import { newId } from "../../core/ids.ts";
import type { Store } from "../../store/port/store.ts";
import type { PolicyRecord } from "../../store/records.ts";
import { packageRoot } from "../program/package-root.ts";

/** The folder of the demo hosts. */
export const demoHostsFolder = (): string => join(packageRoot(), "data", "estate");

/** Marks the demo's most important hosts as critical, unless the account already has a tag policy. */
export async function ensureDemoPolicy(
  { store, clock }: { store: Store; clock: Clock },
  accountId: string,
): Promise<void> {
  for await (const { account_id } of store.scan("policy")) if (account_id === accountId) return;
  const nowMs = clock.now();
  const record: PolicyRecord = {
    id: newId("pol", nowMs),
    account_id: accountId,
    name: "crown jewels",
    match: { tier: "crown" },
    deny_tables: [],
    criticality: "critical",
    snapshot_interval: null,
    created_at: isoTime(nowMs),
    updated_at: isoTime(nowMs),
  };
  await store.commit([{ type: "put", kind: "policy", record }]);
}
