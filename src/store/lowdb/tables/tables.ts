import type { Change, Versioned } from "../../port/store.ts";
import { indexedFields, type JobKind, type Kind, type Records } from "../../records.ts";
import { AccountIds } from "./account-ids.ts";
import { DueIndex } from "./due-index.ts";

export type AnyRecord = Records[Kind];
export type JobRecord = Records[JobKind];

function isJob(record: AnyRecord): record is JobRecord {
  return "due_at" in record;
}

export function isVersionedJob(found: Versioned<AnyRecord>): found is Versioned<JobRecord> {
  return isJob(found.record);
}

/** The records of one kind with their indexes: ids by account and, for jobs, due times. */
class Table {
  readonly rows = new Map<string, Versioned<AnyRecord>>();
  readonly accounts = new Map<string, AccountIds>();
  readonly due = new DueIndex();
  readonly #indexedFields: readonly string[];

  constructor(kind: string) {
    this.#indexedFields = indexedFields[kind as Kind] ?? [];
  }

  put(record: AnyRecord, revision: number): void {
    const before = this.rows.get(record.id)?.record;
    if (before && isJob(before)) this.due.remove(before);
    if (isJob(record)) this.due.add(record);
    this.#idsOf(record.account_id).put(record, before);
    this.rows.set(record.id, { record, revision });
  }

  remove(id: string): void {
    const before = this.rows.get(id)?.record;
    if (!before) return;
    if (isJob(before)) this.due.remove(before);
    this.#idsOf(before.account_id).remove(before);
    this.rows.delete(id);
  }

  #idsOf(account: string): AccountIds {
    let ids = this.accounts.get(account);
    if (!ids) {
      ids = new AccountIds(this.#indexedFields);
      this.accounts.set(account, ids);
    }
    return ids;
  }
}

/** The working set: every record, in memory. It contains durable records and leases only. */
export class Tables {
  readonly #tables = new Map<string, Table>();

  /** The kinds that have or had records. Names, so that kinds of a newer version are preserved. */
  kinds(): string[] {
    return [...this.#tables.keys()];
  }

  table(kind: string): Table {
    let table = this.#tables.get(kind);
    if (!table) {
      table = new Table(kind);
      this.#tables.set(kind, table);
    }
    return table;
  }

  apply(changes: Change[], revision: number): void {
    for (const change of changes) {
      if (change.type === "put") this.table(change.kind).put(change.record, revision);
      else this.table(change.kind).remove(change.id);
    }
  }

  lease(kind: JobKind, jobs: Versioned<JobRecord>[]): void {
    for (const { record, revision } of jobs) this.table(kind).put(record, revision);
  }

  counts(): Partial<Record<Kind, number>> {
    return Object.fromEntries(this.kinds().map((kind) => [kind, this.table(kind).rows.size]));
  }
}
