import type { Change, ClaimQuery, CommitResult, Expectation, Versioned } from "../../port/store.ts";
import type { JobKind } from "../../records.ts";
import { encodeLine } from "../journal/journal-line.ts";
import type { JobRecord, Tables } from "../tables/tables.ts";
import { BatchView } from "./batch-view.ts";

/** Changes and their JSON for the journal. */
export interface SerializedChanges {
  changes: Change[];
  json: string;
}

export function serializeChanges(changes: Change[]): SerializedChanges {
  return { changes, json: JSON.stringify(changes) };
}

export type CommitRequest =
  | { type: "commit"; changes: SerializedChanges; expectations: Expectation[] }
  | { type: "claim"; kind: JobKind; query: ClaimQuery };

export type Outcome =
  | { type: "commit"; result: CommitResult }
  | { type: "claim"; jobs: Versioned<JobRecord>[] };

/** One effect of a batch on the tables. Only commits go to the journal and to watchers. */
export type Step =
  | { type: "commit"; sequence: number; changes: Change[] }
  | { type: "lease"; kind: JobKind; jobs: Versioned<JobRecord>[] };

export interface BatchPlan {
  /** Journal lines, one per commit. */
  lines: string;
  /** Sequence number of the last commit, or of the one before the batch. */
  sequence: number;
  steps: Step[];
  /** One per request, in order. */
  outcomes: Outcome[];
}

/** A batch being planned. */
interface Draft {
  view: BatchView;
  plan: BatchPlan;
}

function decideCommit(
  { view, plan }: Draft,
  { changes: { changes, json }, expectations }: Extract<CommitRequest, { type: "commit" }>,
): Outcome {
  const expectation = view.unmet(expectations);
  if (expectation)
    return { type: "commit", result: { ok: false, reason: "conflict", expectation } };
  const sequence = ++plan.sequence;
  plan.lines += encodeLine(sequence, json);
  plan.steps.push({ type: "commit", sequence, changes });
  view.apply(changes, sequence);
  return { type: "commit", result: { ok: true } };
}

/** A lease does not change the record, so the revision stays the same. */
function decideClaim(
  { view, plan }: Draft,
  { kind, query }: Extract<CommitRequest, { type: "claim" }>,
): Outcome {
  const lease = { worker: query.worker, until: query.nowMs + query.leaseMs };
  const jobs = view
    .claimable(kind, query)
    .map(({ record, revision }) => ({ record: { ...record, lease }, revision }));
  plan.steps.push({ type: "lease", kind, jobs });
  view.lease(kind, jobs);
  return { type: "claim", jobs };
}

/**
 * Decides requests in order, each against the tables and the earlier commits of the batch.
 * It changes nothing: the plan is applied once its lines are durable.
 */
export function planBatch(
  tables: Tables,
  requests: CommitRequest[],
  lastSequence: number,
): BatchPlan {
  const plan: BatchPlan = { lines: "", sequence: lastSequence, steps: [], outcomes: [] };
  const draft = { view: new BatchView(tables), plan };
  plan.outcomes = requests.map((request) =>
    request.type === "claim" ? decideClaim(draft, request) : decideCommit(draft, request),
  );
  return plan;
}
