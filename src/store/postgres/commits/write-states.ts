import type pg from "pg";
import type { Kind, Records } from "../../records.ts";
import { addJobs, jobsOfRecords } from "../jobs/jobs-of-records.ts";
import { columnsOf, isJobKind, tableOf, toText } from "../records/columns.ts";
import type { FinalState } from "./fold-changes.ts";

type AnyRecord = Records[Kind];
type JobRecord = Extract<AnyRecord, { lease: unknown }>;

export interface States {
  states: Map<Kind, Map<string, FinalState>>;
  /** Whether the record must not exist yet: another server that inserts it meanwhile makes the write fail. */
  isNew(kind: Kind, id: string): boolean;
  /** The id of this server, for leases. */
  server: string;
  /** Payloads of notifications to the other servers. */
  notifications: string[];
}

/** Writes every record of a batch, adds the jobs of those due, and notifies the other servers, in one statement. */
export async function writeStates(
  client: Pick<pg.ClientBase, "query">,
  { states, isNew, server, notifications }: States,
): Promise<void> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts: string[] = [];
  const written = new Map<Kind, AnyRecord[]>();
  // In one order on every server, so that two that write the same records wait but don't deadlock.
  for (const [kind, ofKind] of [...states].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const removed = [...ofKind].filter(([, state]) => state === null).map(([id]) => toText(id));
    const put = [...ofKind.values()].filter((state) => state !== null);
    written.set(kind, put);
    const added = put.filter(({ id }) => isNew(kind, id));
    const replaced = put.filter(({ id }) => !isNew(kind, id));
    if (removed.length > 0)
      parts.push(`DELETE FROM ${tableOf(kind)} WHERE id = ANY(${parameter(removed)}::text[])`);
    if (added.length > 0) parts.push(insert({ kind, records: added, server }, parameter));
    if (replaced.length > 0)
      parts.push(`${insert({ kind, records: replaced, server }, parameter)} ${onConflict(kind)}`);
  }
  const jobs = jobsOfRecords(written);
  const named = parts.map((part, at) => `w${at} AS (${part})`);
  const withs = ["v AS MATERIALIZED (SELECT nextval('inquest.revision') AS revision)", ...named];
  const effects = [
    `SELECT count(pg_notify('inquest_changes', payload))
     FROM unnest(${parameter(notifications)}::text[]) AS payload`,
    ...(jobs.length > 0 ? [addJobs(jobs, parameter)] : []),
  ];
  await client.query(
    `WITH ${withs.join(", ")} SELECT ${effects.map((effect) => `(${effect})`).join(", ")}`,
    values,
  );
}

/** A column, its SQL type, and its value for a record. */
interface Value {
  column: string;
  type: string;
  of(record: AnyRecord): string | number | null;
}

function valuesOf(kind: Kind, server: string): Value[] {
  const field = (record: AnyRecord, name: string) =>
    (record as unknown as Record<string, string | number | null | undefined>)[name] ?? null;
  const text = (value: string | number | null) =>
    typeof value === "string" ? toText(value) : value;
  const lease = (record: AnyRecord) => (record as JobRecord).lease;
  return [
    { column: "id", type: "text", of: ({ id }) => toText(id) },
    { column: "account_id", type: "text", of: ({ account_id }) => toText(account_id) },
    { column: "record", type: "text", of: (record) => JSON.stringify(record) },
    ...columnsOf(kind).map(({ name, type }): Value => {
      const sqlType = type === "text" ? "text" : "bigint";
      return { column: name, type: sqlType, of: (record) => text(field(record, name)) };
    }),
    ...(isJobKind(kind)
      ? [
          { column: "lease_worker", type: "text", of: (r: AnyRecord) => lease(r)?.worker ?? null },
          { column: "lease_until", type: "bigint", of: (r: AnyRecord) => lease(r)?.until ?? null },
          {
            column: "lease_server",
            type: "text",
            of: (r: AnyRecord) => (lease(r) ? server : null),
          },
        ]
      : []),
  ];
}

function insert(
  { kind, records, server }: { kind: Kind; records: AnyRecord[]; server: string },
  parameter: (value: unknown) => string,
): string {
  const values = valuesOf(kind, server);
  const columns = values.map(({ column }) => column);
  const arrays = values.map(({ type, of }) => `${parameter(records.map(of))}::${type}[]`);
  const selected = columns.map((column) =>
    column === "record" ? "r.record::json" : `r.${column}`,
  );
  return `INSERT INTO ${tableOf(kind)} (${columns.join(", ")}, revision)
    SELECT ${selected.join(", ")}, v.revision
    FROM unnest(${arrays.join(", ")}) AS r(${columns.join(", ")}), v ORDER BY r.id`;
}

function onConflict(kind: Kind): string {
  const columns = [...valuesOf(kind, "").map(({ column }) => column), "revision"];
  const set = columns.filter((column) => column !== "id").map((one) => `${one} = EXCLUDED.${one}`);
  return `ON CONFLICT (id) DO UPDATE SET ${set.join(", ")}`;
}
