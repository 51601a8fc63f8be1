import type { GapReason } from "../../contract/summary.ts";
import { type Gap, gapOf, TableUnavailable } from "../../tables/host/gap.ts";
import { cachingHost, type Elsewhere } from "../../tables/host/once.ts";
import type { Host } from "../../tables/host/port.ts";
import type { Collected, CollectedTable } from "../../tables/model/table.ts";
import { type IndexedRows, indexRows } from "../virtual-tables/indexed-rows.ts";
import type { TableShape } from "../virtual-tables/table-shape.ts";

/** A collected table, or the reason why it could not be collected. */
export type Collection =
  | { rows: IndexedRows; gaps: Gap[]; unavailable: null }
  | { rows: null; gaps: []; unavailable: { reason: GapReason; detail: string } };

export interface CollectionRequest {
  table: CollectedTable;
  timeoutMs: number;
}

/** Collects tables concurrently, each once and with its own timeout. */
export async function collectTables(
  requests: CollectionRequest[],
  host: Host,
  { onStart, elsewhere }: { onStart: (table: string) => void; elsewhere?: Elsewhere | undefined },
): Promise<Map<string, Collection>> {
  const shared = cachingHost(host, elsewhere);
  const collections = await Promise.all(
    requests.map(async ({ table, timeoutMs }) => {
      // Starts each in its own event loop turn, so that the worker can receive messages in between.
      await new Promise(setImmediate);
      onStart(table.name);
      return [table.name, await collectOne(table, shared, timeoutMs)] as const;
    }),
  );
  return new Map(collections);
}

export function unavailable(reason: GapReason, detail: string): Collection {
  return { rows: null, gaps: [], unavailable: { reason, detail } };
}

/** An empty table whose source the host lacks: a package manager, a container engine. */
function absent(detail: string): Collection {
  const gap: Gap = { reason: "table_missing", detail, absent: true };
  return { rows: indexRows([], {}), gaps: [gap], unavailable: null };
}

export function available(
  table: { columns: TableShape["columns"] },
  { rows, gaps }: { rows: Record<string, unknown>[]; gaps: Gap[] },
): Collection {
  return { rows: indexRows(rows, table.columns, gaps), gaps, unavailable: null };
}

async function collectOne(
  table: CollectedTable,
  host: Host,
  timeoutMs: number,
): Promise<Collection> {
  if (!table.platforms.includes(host.platform))
    return unavailable("table_missing", `not a table of ${host.platform}`);
  try {
    return available(table, await withTimeout(timeoutMs, async () => table.collect(host)));
  } catch (error) {
    const { reason, detail } = gapOf(error, table.name);
    if (reason === "table_missing") return absent(detail);
    const isExpected = error instanceof TableUnavailable || reason !== "error";
    return unavailable(reason, isExpected ? detail : `${table.name} could not be collected`);
  }
}

async function withTimeout(timeoutMs: number, work: () => Promise<Collected>): Promise<Collected> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TableUnavailable("timed_out", `took longer than ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
