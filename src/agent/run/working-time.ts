import type { Plan } from "../../contract/plan.ts";

/** Reserved for uploading the receipt before the brain stops waiting. */
const uploadReserveMs = 500;
/** Longer than any statement may run, and within the range of a timer. */
const maxWorkingMs = 3_600_000;

/**
 * How long an agent may work on a plan received at `now`; after that it sends the results it has.
 * Never longer than the brain allowed, even if the two clocks differ.
 */
export function workingTimeMs(
  { issued_at, expires_at }: Pick<Plan, "issued_at" | "expires_at">,
  now: number,
): number {
  const expires = Date.parse(expires_at);
  const allowed = Math.min(expires - Date.parse(issued_at), expires - now, maxWorkingMs);
  return Math.max(0, allowed - Math.min(uploadReserveMs, allowed / 10));
}
