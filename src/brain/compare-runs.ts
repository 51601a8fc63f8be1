import type { Changes, Finding } from "../contract/summary.ts";
import { readJsonBlob, type Store } from "../store/port.ts";
import type { InvestigationBlob, InvestigationRecord } from "../store/records.ts";

/** What an earlier run of the same question found, or may still be so: nobody could look since. */
export interface EarlierRun {
  findings: Finding[];
}

/** How a run differs from the one before it. */
export interface Comparison {
  /** Null when there is none before it. */
  changes: Changes | null;
  /** Earlier findings that this run could neither confirm nor rule out. */
  unseen: Finding[];
}

/** A detection finds one thing on a host. */
export const identityOf = ({
  detection_id,
  agent_id,
}: Pick<Finding, "detection_id" | "agent_id">) => `${detection_id} ${agent_id}`;

/** The run that `record` is compared with; null when there is none, or none any more. */
export async function earlierRun(
  store: Store,
  { compared_with }: InvestigationRecord,
): Promise<EarlierRun | null> {
  if (compared_with === undefined) return null;
  const record = (await store.find("investigation", compared_with))?.record;
  if (!record) return null;
  if (record.blob === null) return { findings: [] };
  const blob = await readJsonBlob<InvestigationBlob>(store, record.blob);
  return blob ? { findings: [...blob.findings, ...(blob.unseen ?? [])] } : null;
}

/**
 * What is new since the run before, and what is resolved. Only a host that was looked at and had
 * nothing resolves a finding; one that couldn't be looked at leaves it open for the next run.
 */
export function compareRuns(
  before: EarlierRun | null,
  findings: Finding[],
  ruledOut: (finding: Finding) => boolean,
): Comparison {
  if (!before) return { changes: null, unseen: [] };
  const known = new Set(before.findings.map(identityOf));
  const still = new Set(findings.map(identityOf));
  const gone = before.findings.filter((finding) => !still.has(identityOf(finding)));
  return {
    changes: {
      new: findings.filter((finding) => !known.has(identityOf(finding))),
      resolved: gone.filter(ruledOut),
    },
    unseen: gone.filter((finding) => !ruledOut(finding)),
  };
}
