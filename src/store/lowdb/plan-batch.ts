import type { Change, ClaimQuery, CommitResult, Expectation, Versioned } from "../port.ts";
import type { JobKind } from "../records.ts";
import { isClaimable } from "./due-index.ts";
import { encodeLine } from "./journal-line.ts";
import { type AnyRecord, isJob, type JobRecord, type Tables } from "./tables.ts";

/** Changes and what the journal tells of them. */
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

export interface BatchPlan {
  /** Journal lines, one a commit. */
  lines: string;
  commits: { sequence: number; changes: Change[] }[];
  /** One a request, in order. */
  outcomes: Outcome[];
}

/** The tables as they will be once the commits planned so far are durable. */
class View {
  readonly #tables: Tables;
  readonly #changed = new Map<string, Map<string, Versioned<AnyRecord> | null>>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  get(kind: string, id: string): Versioned<AnyRecord> | undefined {
    const changed = this.#changed.get(kind)?.get(id);
    return changed === undefined ? this.#tables.table(kind).rows.get(id) : (changed ?? undefined);
  }

  apply(changes: Change[], revision: number): void {
    for (const change of changes) {
      let kind = this.#changed.get(change.kind);
      if (!kind) {
        kind = new Map();
        this.#changed.set(change.kind, kind);
      }
      if (change.type === "put") kind.set(change.record.id, { record: change.record, revision });
      else kind.set(change.id, null);
    }
  }

  /** Claimable jobs, the longest due first. */
  dueJobs(kind: JobKind, { nowMs, limit }: ClaimQuery): JobRecord[] {
    const changed = this.#changed.get(kind);
    // Each changed one may stand among the candidates in vain, so ask for that many more.
    const durable = this.#tables.table(kind).due.candidates(nowMs, limit + (changed?.size ?? 0));
    const ids = new Set([...durable, ...(changed?.keys() ?? [])]);
    return [...ids]
      .map((id) => this.get(kind, id)?.record)
      .filter((record) => record !== undefined)
      .filter(isJob)
      .filter((job) => isClaimable(job, nowMs))
      .sort((a, b) => a.due_at! - b.due_at! || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }
}

function unmet(view: View, expectations: Expectation[]): Expectation | undefined {
  return expectations.find((expectation) => {
    const found = view.get(expectation.kind, expectation.id);
    return expectation.is === "absent" ? found : found?.revision !== expectation.revision;
  });
}

function leaseJobs(view: View, kind: JobKind, query: ClaimQuery): JobRecord[] {
  const lease = { worker: query.worker, until: query.nowMs + query.leaseMs };
  return view.dueJobs(kind, query).map((job) => ({ ...job, lease }));
}

/**
 * Decides requests one after the other, each against the tables and the commits before it.
 * Changes nothing: the plan takes effect once its lines are durable.
 */
export function planBatch(
  tables: Tables,
  requests: CommitRequest[],
  lastSequence: number,
): BatchPlan {
  const view = new View(tables);
  const plan: BatchPlan = { lines: "", commits: [], outcomes: [] };
  const add = ({ changes, json }: SerializedChanges): number => {
    const sequence = lastSequence + plan.commits.length + 1;
    plan.lines += encodeLine(sequence, json);
    plan.commits.push({ sequence, changes });
    view.apply(changes, sequence);
    return sequence;
  };
  const decide = (request: CommitRequest): Outcome => {
    if (request.type === "claim") {
      const leased = leaseJobs(view, request.kind, request.query);
      if (leased.length === 0) return { type: "claim", jobs: [] };
      const puts = leased.map((record) => ({ type: "put", kind: request.kind, record }) as Change);
      const revision = add(serializeChanges(puts));
      return { type: "claim", jobs: leased.map((record) => ({ record, revision })) };
    }
    const expectation = unmet(view, request.expectations);
    if (expectation)
      return { type: "commit", result: { ok: false, reason: "conflict", expectation } };
    add(request.changes);
    return { type: "commit", result: { ok: true } };
  };
  plan.outcomes = requests.map(decide);
  return plan;
}
