import type { Chain, Changes, Finding } from "../../contract/summary.ts";
import { readJsonBlob, type Store } from "../../store/port/store.ts";
import type { InvestigationBlob, InvestigationRecord } from "../../store/records.ts";
import type { DetectionDefinition } from "../detections/schema.ts";

/** The findings of an earlier run of the same question, with those still open that it could not check. */
export interface EarlierRun {
  /** ISO; when it ended. */
  completedAt: string;
  findings: Finding[];
  chains: Chain[];
}

/** How a run differs from the previous one. */
export interface Comparison {
  /** Null without a previous run. */
  changes: Changes | null;
  /** The resolved findings of which no row of evidence is left. */
  closed: Finding[];
  /** Earlier findings that this run could neither confirm nor rule out. */
  unseen: Finding[];
}

/** The facts about the current run that a comparison needs. */
export interface ComparisonTerms {
  /** Whether the finding's host was checked for it and no longer has it. */
  ruledOut(finding: Finding): boolean;
  keyOf: EvidenceKeys;
}

/** The columns that identify a row of a detection's evidence. */
export type EvidenceKeys = (detectionId: string) => string[];

export function evidenceKeys(detections: Pick<DetectionDefinition, "id" | "key">[]): EvidenceKeys {
  const keys = new Map(detections.map(({ id, key }) => [id, key]));
  return (detectionId) => keys.get(detectionId) ?? [];
}

/** A detection has at most one finding per host. */
export const identityOf = ({
  detection_id,
  agent_id,
}: Pick<Finding, "detection_id" | "agent_id">): string => `${detection_id} ${agent_id}`;

/** The run that `record` is compared with; null if there is none, or it was deleted. */
export async function earlierRun(
  store: Store,
  { compared_with }: InvestigationRecord,
): Promise<EarlierRun | null> {
  if (compared_with === undefined) return null;
  const record = (await store.find("investigation", compared_with))?.record;
  if (!record) return null;
  const completedAt = record.completed_at ?? record.started_at;
  if (record.blob === null) return { completedAt, findings: [], chains: [] };
  const blob = await readJsonBlob<InvestigationBlob>(store, record.blob);
  if (!blob) return null;
  const findings = [...blob.findings, ...(blob.unseen ?? [])];
  return { completedAt, findings, chains: blob.chains };
}

/**
 * The findings that are new since the previous run and those that are resolved, down to the rows
 * of evidence. Only a checked host resolves a finding; otherwise it stays open for the next run. An
 * accepted finding is no difference; when its acceptance has ended, it is new.
 */
export function compareRuns(
  before: Pick<EarlierRun, "findings"> | null,
  findings: Finding[],
  { ruledOut, keyOf }: ComparisonTerms,
): Comparison {
  if (!before) return { changes: null, closed: [], unseen: [] };
  const earlier = openByIdentity(before.findings);
  const now = new Map(findings.map((finding) => [identityOf(finding), finding]));
  const gone = [...earlier].filter(([identity]) => !now.has(identity)).map(([, found]) => found);
  const partly = [...earlier].flatMap(([identity, finding]) => {
    const still = now.get(identity);
    return still ? without(finding, still, keyOf(finding.detection_id)) : [];
  });
  const closed = gone.filter(ruledOut);
  return {
    changes: {
      new: findings.flatMap(newSince(before, keyOf)),
      resolved: [...closed, ...partly],
    },
    closed,
    unseen: gone.filter((finding) => !ruledOut(finding)),
  };
}

/** A function that leaves of a finding what an earlier run did not have: all, some rows or nothing. */
export function newSince(
  before: Pick<EarlierRun, "findings">,
  keyOf: EvidenceKeys,
): (finding: Finding) => Finding[] {
  const earlier = openByIdentity(before.findings);
  return (finding) =>
    finding.accepted
      ? []
      : without(finding, earlier.get(identityOf(finding)), keyOf(finding.detection_id));
}

/** Without those that were accepted, which may count again. */
const openByIdentity = (findings: Finding[]) =>
  new Map(
    findings.filter(({ accepted }) => !accepted).map((finding) => [identityOf(finding), finding]),
  );

/**
 * A finding with only the rows of evidence that `other` lacks. Empty if `other` has them all, or
 * if its rows were truncated: the missing ones may be among those cut off.
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

/** One key per row. */
function keysOf({ evidence: { columns, rows } }: Finding, key: string[]): string[] {
  const positions = key.map((name) => columns.indexOf(name)).filter((position) => position >= 0);
  return rows.map((row) => JSON.stringify(positions.map((position) => row[position])));
}
