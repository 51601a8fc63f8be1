import type { Change, Versioned } from "../port.ts";
import type { JobKind, Kind, Records } from "../records.ts";
import { DueIndex } from "./due-index.ts";
import { SortedKeys } from "./sorted-keys.ts";

export type AnyRecord = Records[Kind];
export type JobRecord = Records[JobKind];

function isJob(record: AnyRecord): record is JobRecord {
  return "due_at" in record;
}

export function isVersionedJob(found: Versioned<AnyRecord>): found is Versioned<JobRecord> {
  return isJob(found.record);
}

/** The records of one kind with their indexes: ids by account, and due times where the kind is a job. */
class Table {
  readonly rows = new Map<string, Versioned<AnyRecord>>();
  readonly accounts = new Map<string, SortedKeys>();
  readonly due = new DueIndex();

  put(record: AnyRecord, revision: number): void {
    const before = this.rows.get(record.id);
    if (before && isJob(before.record)) this.due.remove(before.record);
    if (isJob(record)) this.due.add(record);
    if (!before) this.#idsOf(record.account_id).add(record.id);
    this.rows.set(record.id, { record, revision });
  }

  remove(id: string): void {
    const before = this.rows.get(id);
    if (!before) return;
    if (isJob(before.record)) this.due.remove(before.record);
    this.#idsOf(before.record.account_id).remove(id);
    this.rows.delete(id);
  }

  #idsOf(account: string): SortedKeys {
    let ids = this.accounts.get(account);
    if (!ids) {
      ids = new SortedKeys();
      this.accounts.set(account, ids);
    }
    return ids;
  }
}

/** The working set: every record, in memory. It holds only what is durable, and leases. */
export class Tables {
  readonly #tables = new Map<string, Table>();

  /** The kinds that have or had records, by name so that a kind of a newer version survives. */
  kinds(): string[] {
    return [...this.#tables.keys()];
  }

  table(kind: string): Table {
    let table = this.#tables.get(kind);
    if (!table) {
      table = new Table();
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
