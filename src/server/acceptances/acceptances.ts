import { acceptancesOf } from "../../brain/acceptances/acceptances-of.ts";
import {
  type Acceptance,
  type AcceptancePage,
  type CreateAcceptance,
  maxAcceptances,
} from "../../contract/acceptances/acceptance.ts";
import { isoTime } from "../../core/clock.ts";
import { isId, newId } from "../../core/ids.ts";
import type { Store } from "../../store/port/store.ts";
import type { AcceptanceRecord } from "../../store/records.ts";
import { invalid, notFound } from "../http/errors.ts";
import { type ListQuery, listPage } from "../http/list-page.ts";
import type { Caller } from "../http/request-context.ts";
import { coverageKey, coverageOf } from "./coverage-of.ts";
import { findFinding } from "./find-finding.ts";
import type { AcceptanceServices } from "./services.ts";

/** One acceptance of one account. */
export interface AcceptanceAddress {
  accountId: string;
  id: string;
}

/** One page, newest first. */
export async function listAcceptances(
  store: Store,
  accountId: string,
  query: ListQuery,
): Promise<AcceptancePage> {
  const { records, next_cursor } = await listPage(store, "acceptance", {
    account: accountId,
    order: "newest_first",
    ...query,
  });
  return { acceptances: records.map(toAcceptance), next_cursor };
}

/** An account's acceptance; undefined when absent, another account's, or when the id is malformed. */
export async function findAcceptance(
  store: Store,
  { accountId, id }: AcceptanceAddress,
): Promise<AcceptanceRecord | undefined> {
  if (!isId("acp", id)) return undefined;
  const record = (await store.find("acceptance", id))?.record;
  return record?.account_id === accountId ? record : undefined;
}

/** Accepts a finding; `isNew` is false if that replaced an acceptance of the same. */
export async function createAcceptance(
  services: AcceptanceServices,
  { accountId, keyId }: Pick<Caller, "accountId" | "keyId">,
  request: CreateAcceptance,
): Promise<{ acceptance: Acceptance; isNew: boolean }> {
  const { store, clock } = services;
  const finding = await findFinding(store, { accountId, id: request.finding_id });
  const key = finding && services.keyOf(finding.detection_id);
  if (!finding || !key) throw notFound();
  const nowMs = clock.now();
  const coverage = coverageOf(finding, request, {
    key,
    agents: await services.fleet.agentsOf(accountId),
  });
  const others = await acceptancesOf(store, accountId);
  const same = others.find((other) => coverageKey(other) === coverageKey(coverage));
  if (!same && others.length >= maxAcceptances) throw full();
  const record: AcceptanceRecord = {
    id: same?.id ?? newId("acp", nowMs),
    account_id: accountId,
    ...coverage,
    because: request.because.trim(),
    until: endOf(request, nowMs),
    accepted_by: { key_id: keyId, name: (await store.find("key", keyId))?.record.name ?? null },
    accepted_at: isoTime(nowMs),
  };
  await store.commit([{ type: "put", kind: "acceptance", record }]);
  return { acceptance: toAcceptance(record), isNew: !same };
}

export async function deleteAcceptance(store: Store, address: AcceptanceAddress): Promise<void> {
  if (!(await findAcceptance(store, address))) throw notFound();
  await store.commit([{ type: "remove", kind: "acceptance", id: address.id }]);
}

function endOf({ until }: CreateAcceptance, nowMs: number): string | null {
  if (until === undefined) return null;
  const ms = Date.parse(until);
  if (ms > nowMs) return isoTime(ms);
  throw invalid({ path: "until", message: "must lie in the future" });
}

function full() {
  const message = `an account has at most ${maxAcceptances} acceptances: delete some that have ended`;
  return invalid({ path: "", message });
}

export function toAcceptance({ account_id: _, ...acceptance }: AcceptanceRecord): Acceptance {
  return acceptance;
}
