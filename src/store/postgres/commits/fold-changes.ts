import type { Change, CommitResult, Expectation } from "../../port/store.ts";
import type { Kind, Records } from "../../records.ts";

export interface CommitRequest {
  changes: Change[];
  expectations: Expectation[];
}

/** The record as it is to be written, or null when it is to be removed. */
export type FinalState = Records[Kind] | null;

export interface FoldedBatch {
  /** By kind and id: what the whole batch makes of the record. */
  states: Map<Kind, Map<string, FinalState>>;
  /** One per request, in order. */
  results: CommitResult[];
  /** The changes of the commits that succeeded. */
  applied: Change[];
}

/** The revisions in the database, by kind and id, of every record that the batch names. */
export type Revisions = Map<string, number>;

export const recordKey = (kind: Kind, id: string) => `${kind}/${id}`;

/**
 * Decides the commits of a batch in order, each against the database and the commits before it, and
 * reduces their changes to one state per record.
 */
export function foldCommits(requests: CommitRequest[], revisions: Revisions): FoldedBatch {
  const batch: FoldedBatch = { states: new Map(), results: [], applied: [] };
  for (const { changes, expectations } of requests) {
    const expectation = expectations.find((one) => !isMet(one, batch.states, revisions));
    if (expectation) {
      batch.results.push({ ok: false, reason: "conflict", expectation });
      continue;
    }
    for (const change of changes) record(batch.states, change);
    batch.applied.push(...changes);
    batch.results.push({ ok: true });
  }
  return batch;
}

function isMet(
  expectation: Expectation,
  states: FoldedBatch["states"],
  revisions: Revisions,
): boolean {
  const { kind, id } = expectation;
  const changed = states.get(kind)?.get(id);
  const stored = revisions.get(recordKey(kind, id));
  if (expectation.is === "absent")
    return changed === undefined ? stored === undefined : changed === null;
  // Changed by an earlier commit of this batch: whoever expects it to be unchanged has not seen that.
  return changed === undefined && stored === expectation.revision;
}

function record(states: FoldedBatch["states"], change: Change): void {
  const ofKind = states.get(change.kind) ?? new Map<string, FinalState>();
  states.set(change.kind, ofKind);
  if (change.type === "put") ofKind.set(change.record.id, change.record);
  else ofKind.set(change.id, null);
}
