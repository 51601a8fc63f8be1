import type { GapReason } from "../../contract/summary.ts";
import { sharingHost } from "../../tables/host/once.ts";
import { gapOf } from "../../tables/host/gap.ts";
import type { Host } from "../../tables/host/port.ts";
import type { Collected, CollectedTable } from "../../tables/model/table.ts";
import { type Gap, TableUnavailable } from "../../tables/host/gap.ts";
import type { TableShape } from "../virtual-tables/evaluation.ts";
import { type IndexedRows, indexRows } from "../virtual-tables/indexed-rows.ts";

/** A table as it was seen, or why nothing of it was. */
export type Collection =
  | { rows: IndexedRows; gaps: Gap[]; unavailable: null }
  | { rows: null; gaps: []; unavailable: { reason: GapReason; detail: string } };

export interface CollectionRequest {
  table: CollectedTable;
  timeoutMs: number;
}

/** Collects tables at the same time, each once and within its time. */
export async function collectTables(
  requests: CollectionRequest[],
  host: Host,
  { onStart }: { onStart: (table: string) => void },
): Promise<Map<string, Collection>> {
  const shared = sharingHost(host);
  const collections = await Promise.all(
    requests.map(async ({ table, timeoutMs }) => {
      // Each starts in a turn of its own, so that the worker hears messages in between.
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

export function available(
  table: { columns: TableShape["columns"] },
  { rows, gaps }: { rows: Record<string, unknown>[]; gaps: Gap[] },
): Collection {
  return { rows: indexRows(rows, table.columns), gaps, unavailable: null };
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
    const told = error instanceof TableUnavailable || reason !== "error";
    return unavailable(reason, told ? detail : `${table.name} could not be collected`);
  }
}

async function withTimeout(timeoutMs: number, work: () => Promise<Collected>): Promise<Collected> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new TableUnavailable("timed_out", `took longer than ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}
