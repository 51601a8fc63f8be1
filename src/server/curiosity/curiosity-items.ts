import { everyAgent } from "../../contract/common.ts";
import type {
  Calendar,
  CreateCuriosityItem,
  CuriosityItem,
  UpdateCuriosityItem,
} from "../../contract/curiosity.ts";
import { isoTime } from "../../core/clock.ts";
import { formatDuration, parseDuration } from "../../core/duration.ts";
import { isId, newId } from "../../core/ids.ts";
import { changed, dueAt, isRunning } from "../../curiosity/item-steps.ts";
import { firstSlot } from "../../curiosity/next-slot.ts";
import type { Change, Store, Versioned } from "../../store/port/store.ts";
import { type RecordUpdate, updateRecord } from "../../store/port/update-record.ts";
import type { CuriosityRecord } from "../../store/records.ts";
import { invalid, notFound } from "../http/errors.ts";
import type { TriggerServices } from "../investigations/trigger-investigation.ts";
import { scopeIssues } from "../limits/scope-issues.ts";

/** The services that the routes of scheduled questions need. */
export interface CuriosityServices extends TriggerServices {
  /** The shortest interval between two runs. */
  minCuriosityIntervalMs: number;
}

/** One item of one account. */
export interface ItemAddress {
  accountId: string;
  id: string;
}

/** An account's item; undefined when absent, another account's, or when the id is malformed. */
export async function findCuriosity(
  store: Store,
  { accountId, id }: ItemAddress,
): Promise<Versioned<CuriosityRecord> | undefined> {
  if (!isId("cur", id)) return undefined;
  const found = await store.find("curiosity", id);
  return found?.record.account_id === accountId ? found : undefined;
}

export async function createCuriosity(
  services: CuriosityServices,
  accountId: string,
  request: CreateCuriosityItem,
): Promise<CuriosityItem> {
  checkRequest(services, request);
  const { store, clock } = services;
  const nowMs = clock.now();
  const { calendar, first_run_at } = request;
  const firstMs = firstSlot(request, first_run_at === undefined ? nowMs : Date.parse(first_run_at));
  const draft: CuriosityRecord = {
    id: newId("cur", nowMs),
    account_id: accountId,
    query: request.query.trim(),
    interval: request.interval,
    ...(calendar && { calendar }),
    scope: request.scope ?? everyAgent,
    depth: request.depth ?? "standard",
    active: request.active ?? true,
    first_run_at: isoTime(firstMs),
    slot_at: firstMs,
    last_slot_at: null,
    last_run_at: null,
    last_investigation_id: null,
    last_status: null,
    last_completed_id: null,
    run_count: 0,
    created_at: isoTime(nowMs),
    updated_at: isoTime(nowMs),
    due_at: null,
    lease: null,
  };
  const record = { ...draft, due_at: dueAt(draft) };
  await store.commit([{ type: "put", kind: "curiosity", record }]);
  return toCuriosityItem(store, record);
}

/** Changes the fields in `patch`. */
export async function updateCuriosity(
  services: CuriosityServices,
  address: ItemAddress,
  patch: UpdateCuriosityItem,
): Promise<CuriosityItem> {
  checkRequest(services, patch);
  const trimmed = { ...patch, ...(patch.query !== undefined && { query: patch.query.trim() }) };
  const record = await commitStep(services.store, address, (before) => {
    const after = changed(before, trimmed, services.clock.now());
    return { changes: [{ type: "put", kind: "curiosity", record: after }], result: after };
  });
  return toCuriosityItem(services.store, record);
}

/** Checks beyond the schema: the scope, the server's shortest interval, and times that can be calculated with. */
function checkRequest(
  { minCuriosityIntervalMs }: CuriosityServices,
  { interval, calendar, scope, first_run_at }: UpdateCuriosityItem,
): void {
  const issues = scopeIssues(scope);
  if (interval !== undefined && parseDuration(interval)! < minCuriosityIntervalMs) {
    const shortest = formatDuration(minCuriosityIntervalMs);
    issues.push({ path: "interval", message: `must be at least ${shortest}` });
  }
  if (calendar && calendarIntervalMs(calendar) < minCuriosityIntervalMs) {
    const shortest = formatDuration(minCuriosityIntervalMs);
    issues.push({ path: "calendar", message: `must not run more often than every ${shortest}` });
  }
  // A leap second matches the format, but Date cannot parse it.
  if (first_run_at !== undefined && Number.isNaN(Date.parse(first_run_at))) {
    issues.push({ path: "first_run_at", message: "is not a valid time" });
  }
  if (issues.length > 0) throw invalid(...issues);
}

const calendarIntervalMs = ({ on }: Calendar) => (isDaily(on) ? 1 : 7) * 86_400_000;
const isDaily = (on: Calendar["on"]) => on === "day" || on === "weekday";

/** Deletes the item; investigations that it started are unaffected. */
export async function deleteCuriosity(store: Store, address: ItemAddress): Promise<void> {
  const change: Change = { type: "remove", kind: "curiosity", id: address.id };
  await commitStep(store, address, () => ({ changes: [change], result: null }));
}

/** Commits one step of an item, which the scheduler may change meanwhile. */
function commitStep<T>(
  store: Store,
  address: ItemAddress,
  draft: (record: CuriosityRecord) => RecordUpdate<T>,
): Promise<T> {
  const read = () => findCuriosity(store, address);
  return updateRecord(store, { kind: "curiosity", id: address.id, read }, (record) => {
    if (!record) throw notFound();
    return draft(record);
  });
}

/** The item as the API returns it, with the current status of its last run. */
export async function toCuriosityItem(
  store: Store,
  record: CuriosityRecord,
): Promise<CuriosityItem> {
  const running =
    isRunning(record) && record.last_investigation_id !== null
      ? await store.find("investigation", record.last_investigation_id)
      : undefined;
  return {
    id: record.id,
    query: record.query,
    interval: record.interval,
    ...(record.calendar && { calendar: record.calendar }),
    scope: record.scope,
    depth: record.depth,
    active: record.active,
    first_run_at: record.first_run_at,
    next_run_at: record.active ? isoTime(record.slot_at) : null,
    last_run_at: record.last_run_at,
    last_investigation_id: record.last_investigation_id,
    last_status: running?.record.status ?? record.last_status,
    run_count: record.run_count,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}
