import type { CuriosityItem } from "../../src/contract/curiosity.ts";

export function curiosityItem(over: Partial<CuriosityItem> = {}): CuriosityItem {
  return {
    id: "cur_01hv3k6z5w9m4q8r7t2y1x0c3b",
    query: "which users have uid 0?",
    interval: "24h",
    scope: { type: "selector", filter: {} },
    depth: "standard",
    active: true,
    first_run_at: "2026-11-01T00:00:00.000Z",
    next_run_at: "2026-11-02T00:00:00.000Z",
    last_run_at: "2026-11-01T00:00:00.000Z",
    last_investigation_id: "inv_01hv3k6z5w9m4q8r7t2y1x0c3b",
    last_status: "completed",
    run_count: 1,
    created_at: "2026-11-01T00:00:00.000Z",
    updated_at: "2026-11-01T00:00:00.000Z",
    ...over,
  };
}
