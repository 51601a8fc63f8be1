import type { Changes, Finding } from "../../contract/summary.ts";
import { readJsonBlob, type Store } from "../../store/port/store.ts";
import type { InvestigationBlob, InvestigationRecord } from "../../store/records.ts";

/** What an earlier run of the same question found, and what was open before it and unseen by it. */
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

/** What the comparison has to know of the run. */
export interface Judgement {
  /** Whether the finding's host was looked at for it and had nothing. */
  ruledOut(finding: Finding): boolean;
  /** The columns of a detection's evidence that tell one thing from another. */
  keyOf(detectionId: string): string[];
}

/** One finding tells all that a detection found on a host. */
export const identityOf = ({
  detection_id,
  agent_id,
}: Pick<Finding, "detection_id" | "agent_id">): string => `${detection_id} ${agent_id}`;

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
 * What is new since the run before, and what is resolved, down to the rows of evidence. Only a
 * host that was looked at resolves a finding; of one that wasn't it stays open for the next run.
 */
export function compareRuns(
  before: EarlierRun | null,
  findings: Finding[],
  { ruledOut, keyOf }: Judgement,
): Comparison {
  if (!before) return { changes: null, unseen: [] };
  const earlier = new Map(before.findings.map((finding) => [identityOf(finding), finding]));
  const now = new Map(findings.map((finding) => [identityOf(finding), finding]));
  const added = (finding: Finding) =>
    without(finding, earlier.get(identityOf(finding)), keyOf(finding.detection_id));
  const gone = [...earlier].filter(([identity]) => !now.has(identity)).map(([, found]) => found);
  const partly = [...earlier].flatMap(([identity, finding]) => {
    const still = now.get(identity);
    return still ? without(finding, still, keyOf(finding.detection_id)) : [];
  });
  return {
    changes: { new: findings.flatMap(added), resolved: [...gone.filter(ruledOut), ...partly] },
    unseen: gone.filter((finding) => !ruledOut(finding)),
  };
}

/**
 * A finding with only the rows of evidence that `other` does not have; none when it has them all,
 * or when it isn't told whole: what was left out may be among them.
 */
function without(finding: Finding, other: Finding | undefined, key: string[]): Finding[] {
  if (!other) return [finding];
  if (other.evidence.row_count > other.evidence.rows.length) return [];
  const theirs = new Set(keysOf(other, key));
  const keys = keysOf(finding, key);
  const rows = finding.evidence.rows.filter((_, at) => !theirs.has(keys[at]!));
  if (rows.length === 0) return [];
  return [{ ...finding, evidence: { ...finding.evidence, rows, row_count: rows.length } }];
}

/** One key a row. */
function keysOf({ evidence: { columns, rows } }: Finding, key: string[]): string[] {
  const places = key.map((name) => columns.indexOf(name)).filter((place) => place >= 0);
  return rows.map((row) => JSON.stringify(places.map((place) => row[place])));
}
