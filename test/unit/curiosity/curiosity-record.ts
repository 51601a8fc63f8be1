import type { CuriosityRecord } from "../../../src/store/records.ts";

/** An hourly item with what a test doesn't care about filled in. */
export function curiosityRecord(over: Partial<CuriosityRecord> = {}): CuriosityRecord {
  return {
    id: "cur_01hf0000000000000000000000",
    account_id: "acc_01hf0000000000000000000000",
    query: "which users have uid 0?",
    interval: "1h",
    scope: { type: "selector", filter: {} },
    depth: "standard",
    active: true,
    first_run_at: "2026-11-01T00:00:00.000Z",
    slot_at: Date.parse("2026-11-01T00:00:00.000Z"),
    last_slot_at: null,
    last_run_at: null,
    last_investigation_id: null,
    last_status: null,
    last_completed_id: null,
    run_count: 0,
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
    due_at: Date.parse("2026-11-01T00:00:00.000Z"),
    lease: null,
    ...over,
  };
}
