import type { EventDraft } from "../../src/contract/event.ts";

export const accountId = "acc_00000000000000000000000000";

/** An event of about one kilobyte, for the subscription that wants this `lane`. */
export function anEvent(lane: number): EventDraft {
  const finding = { title: "Root may log in by password", evidence: "x".repeat(760) };
  const data = { severity: "high", tags: { lane: String(lane) }, finding };
  return { accountId, type: "finding.discovered", data };
}
