import type { Plan } from "../../contract/plan.ts";

/** Left to bring the receipt to the brain before it stops waiting. */
const returnMs = 500;
/** Far more than any statement may take, and no more than a timer can. */
const longestMs = 3_600_000;

/**
 * How long an agent may work on a plan that it got at `now`: after that it answers with what it
 * has. However the two clocks differ, never longer than the brain gave it.
 */
export function workingTimeMs(
  { issued_at, expires_at }: Pick<Plan, "issued_at" | "expires_at">,
  now: number,
): number {
  const expires = Date.parse(expires_at);
  const given = Math.min(expires - Date.parse(issued_at), expires - now, longestMs);
  return Math.max(0, given - Math.min(returnMs, given / 10));
}
