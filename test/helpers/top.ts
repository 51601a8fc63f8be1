import type { CuriosityItem } from "../../src/contract/curiosity.ts";
import type { InvestigationRow } from "../../src/contract/investigation.ts";
import type { DeliveryFacts } from "../../src/ui/top/top-facts.ts";

export const topNowMs = Date.parse("2026-11-01T09:00:00.000Z");
const at = (ms: number) => new Date(topNowMs + ms).toISOString();

/** An investigation as the listing has it, started `number` seconds ago. */
export function runOf(number: number, over: Partial<InvestigationRow> = {}): InvestigationRow {
  const id = `inv_${String(number).padStart(26, "0")}`;
  return {
    investigation_id: id,
    query: `question ${number}`,
    depth: "standard",
    mode: "auto",
    scope: { type: "selector", filter: {} },
    status: "completed",
    curiosity_id: null,
    started_at: at(-number * 1_000),
    dispatched_at: null,
    completed_at: null,
    estimated_completion_seconds: 3,
    reading: null,
    progress: null,
    freshness: null,
    error: null,
    links: { self: "", cancel: "", stream: "" },
    summary: null,
    ...over,
  };
}

/** The same while it runs, so many percent of it done. */
export function runningOf(number: number, percent: number): InvestigationRow {
  const progress = {
    phase: "collecting" as const,
    percent,
    agents: { targeted: 12, answered: 5, failed: 0, timed_out: 0 },
    plans: { total: 12, dispatched: 12, completed: 5, failed: 0 },
    findings: 3,
    chains: 0,
    message: "",
    updated_at: at(0),
  };
  return runOf(number, { status: "running", progress });
}

/** A scheduled question that is due in `number` minutes. */
export function itemOf(number: number, over: Partial<CuriosityItem> = {}): CuriosityItem {
  return {
    id: `cur_${String(number).padStart(26, "0")}`,
    query: `scheduled question ${number}`,
    interval: "24h",
    scope: { type: "selector", filter: {} },
    depth: "standard",
    active: true,
    first_run_at: at(0),
    next_run_at: at(number * 60_000),
    last_run_at: at(-3_600_000),
    last_investigation_id: "inv_1",
    last_status: "completed",
    run_count: 3,
    created_at: at(-7_200_000),
    updated_at: at(-7_200_000),
    ...over,
  };
}

export function deliveryFactsOf(over: Partial<DeliveryFacts> = {}): DeliveryFacts {
  const more = { pending: false, retrying: false, dead: false };
  return { latest: [], open: [], dead: [], more, ...over };
}
