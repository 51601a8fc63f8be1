/** What a sweep removes; see `Store.sweep`. */
export interface SweepQuery {
  /** The time by the store's clock, epoch ms. */
  nowMs: number;
  /** How long what has ended is kept. */
  retentionMs: number;
}

/** How many records of each kind a sweep has removed. */
export interface SweepSummary {
  investigations: number;
  idempotency: number;
  acceptances: number;
  deliveries: number;
  events: number;
}

/** How long an idempotency record is kept, whatever the retention. */
export const idempotencyMs = 24 * 3_600_000;
