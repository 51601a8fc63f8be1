import type { Change, ClaimQuery, Expectation, Versioned } from "../../port/store.ts";
import type { JobKind } from "../../records.ts";
import { isDue, isFree } from "../tables/due-index.ts";
import { type AnyRecord, isVersionedJob, type JobRecord, type Tables } from "../tables/tables.ts";

/** The tables as they will be once the changes planned so far are applied. */
export class BatchView {
  readonly #tables: Tables;
  readonly #changed = new Map<string, Map<string, Versioned<AnyRecord> | null>>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  apply(changes: Change[], revision: number): void {
    for (const change of changes) {
      const changed = this.#changedOf(change.kind);
      if (change.type === "put") changed.set(change.record.id, { record: change.record, revision });
      else changed.set(change.id, null);
    }
  }

  lease(kind: JobKind, jobs: Versioned<JobRecord>[]): void {
    for (const job of jobs) this.#changedOf(kind).set(job.record.id, job);
  }

  unmet(expectations: Expectation[]): Expectation | undefined {
    return expectations.find((expectation) => {
      const found = this.#get(expectation.kind, expectation.id);
      return expectation.is === "absent" ? found : found?.revision !== expectation.revision;
    });
  }

  /** The jobs for a claim: the named ones in the given order, else the longest due first. */
  claimable(kind: JobKind, query: ClaimQuery): Versioned<JobRecord>[] {
    const { nowMs, limit, ids } = query;
    if (ids) {
      const named = this.#jobs(kind, new Set(ids));
      return named.filter(({ record }) => isFree(record, nowMs)).slice(0, limit);
    }
    // A changed job may be an outdated candidate, so ask for that many more.
    const changed = this.#changed.get(kind);
    const due = this.#tables.table(kind).due.candidates(nowMs, limit + (changed?.size ?? 0));
    return this.#jobs(kind, new Set([...due, ...(changed?.keys() ?? [])]))
      .filter(({ record }) => isDue(record, nowMs) && isFree(record, nowMs))
      .sort(({ record: a }, { record: b }) => a.due_at! - b.due_at! || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  #get(kind: string, id: string): Versioned<AnyRecord> | undefined {
    const changed = this.#changed.get(kind)?.get(id);
    return changed === undefined ? this.#tables.table(kind).rows.get(id) : (changed ?? undefined);
  }

  #jobs(kind: JobKind, ids: Set<string>): Versioned<JobRecord>[] {
    return [...ids]
      .map((id) => this.#get(kind, id))
      .filter((found) => found !== undefined)
      .filter(isVersionedJob);
  }

  #changedOf(kind: string): Map<string, Versioned<AnyRecord> | null> {
    let changed = this.#changed.get(kind);
    if (!changed) {
      changed = new Map();
      this.#changed.set(kind, changed);
    }
    return changed;
  }
}
