import { indexedFields, type Kind, type Records } from "../../records.ts";

/** A field of a record that has a column of its own. */
export interface Column {
  name: string;
  type: "text" | "epoch_ms";
  /** Whether pages are filtered by it. */
  isIndexed: boolean;
}

/** Every kind; the compiler reports a missing one. */
const allKinds: { [K in Kind]: { isJob: boolean } } = {
  account: { isJob: false },
  key: { isJob: false },
  investigation: { isJob: true },
  idempotency: { isJob: false },
  verdict: { isJob: false },
  acceptance: { isJob: false },
  agent: { isJob: false },
  snapshot: { isJob: false },
  policy: { isJob: false },
  event: { isJob: false },
  subscription: { isJob: false },
  delivery: { isJob: true },
  curiosity: { isJob: true },
};

export const kinds = Object.keys(allKinds) as Kind[];

export function isJobKind(kind: Kind): boolean {
  return allKinds[kind].isJob;
}

/** The columns beside `id`, `account_id`, `revision`, `record` and those of the lease. */
export function columnsOf(kind: Kind): Column[] {
  const indexed = (indexedFields[kind] ?? []).map(
    (name): Column => ({ name, type: "text", isIndexed: true }),
  );
  return isJobKind(kind)
    ? [...indexed, { name: "due_at", type: "epoch_ms", isIndexed: false }]
    : indexed;
}

export const tableOf = (kind: Kind) => `inquest.${kind}`;

/** The columns from which `toVersioned` makes a record. */
export function selected(kind: Kind): string {
  return isJobKind(kind) ? "revision, record, lease_worker, lease_until" : "revision, record";
}

/** A row with the columns that `selected` names, as the driver returns it. */
export interface RecordRow {
  /** bigint */
  revision: string;
  record: Records[Kind];
  lease_worker?: string | null;
  /** bigint */
  lease_until?: string | null;
}

/** A lease doesn't change the record, so it is in columns of its own. */
export function toVersioned<K extends Kind>(
  row: RecordRow,
): { record: Records[K]; revision: number } {
  const { revision, lease_worker, lease_until } = row;
  const record = row.record as Records[K];
  const lease =
    typeof lease_worker === "string" ? { worker: lease_worker, until: Number(lease_until) } : null;
  return {
    record: lease_worker === undefined ? record : { ...record, lease },
    revision: Number(revision),
  };
}

/** PostgreSQL's text has no NUL, which a few ids made of a client's text may contain. */
export function toText(value: string): string {
  return value.includes("\0") ? value.replaceAll("\0", "\ufffd0") : value;
}
