import type { Static } from "typebox";
import { toInvestigationRow } from "../../brain/run/investigation-row.ts";
import type { EventDraft } from "../../contract/event.ts";
import type { QueuedInvestigation } from "../../contract/event-data.ts";
import type { InvestigationRecord } from "../../store/records.ts";

/** The event that an investigation was queued. */
export function queuedEvent(record: InvestigationRecord): EventDraft {
  return {
    accountId: record.account_id,
    type: "investigation.queued",
    data: { tags: record.scope.filter?.tags ?? {}, investigation: toQueued(record) },
  };
}

function toQueued(record: InvestigationRecord): Static<typeof QueuedInvestigation> {
  const { reading, progress, freshness, summary, error, ...queued } = toInvestigationRow(record);
  return queued;
}
