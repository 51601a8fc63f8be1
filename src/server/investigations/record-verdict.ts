import type { Calibration } from "../../contract/detection.ts";
import type { VerdictRequest } from "../../contract/investigation.ts";
import type { Finding } from "../../contract/summary.ts";
import { isoTime } from "../../core/clock.ts";
import { notFound } from "../http/errors.ts";
import { findInvestigation, loadWithBlob } from "./find-investigation.ts";
import type { InvestigationServices } from "./services.ts";

export interface FindingAddress {
  accountId: string;
  investigationId: string;
  findingId: string;
}

export async function findFinding(
  { store }: Pick<InvestigationServices, "store">,
  { accountId, investigationId, findingId }: FindingAddress,
): Promise<Finding | undefined> {
  const found = await findInvestigation(store, { accountId, id: investigationId });
  if (!found) return undefined;
  const { blob } = await loadWithBlob(store, found.record);
  return blob.findings.find(({ finding_id }) => finding_id === findingId);
}

/** Stores an analyst's verdict on a finding and returns the detection's updated calibration. */
export async function recordVerdict(
  services: Pick<InvestigationServices, "store" | "clock" | "catalogue">,
  address: FindingAddress,
  { verdict, note }: VerdictRequest,
): Promise<{ detection_id: string; calibration: Calibration }> {
  const { accountId, investigationId, findingId } = address;
  const finding = await findFinding(services, address);
  // A newer version may no longer ship the detection, while its findings are still stored.
  const before = finding && (await services.catalogue.find(accountId, finding.detection_id));
  if (!before) throw notFound();
  await services.store.commit([
    {
      type: "put",
      kind: "verdict",
      record: {
        id: `${investigationId}/${findingId}`,
        account_id: accountId,
        detection_id: finding.detection_id,
        investigation_id: investigationId,
        finding_id: findingId,
        verdict,
        note: note ?? null,
        created_at: isoTime(services.clock.now()),
      },
    },
  ]);
  const detection = (await services.catalogue.find(accountId, before.id)) ?? before;
  return { detection_id: detection.id, calibration: detection.calibration };
}
