import type { Collection } from "../../../src/engine/run/collect-tables.ts";
import type { RunOptions } from "../../../src/engine/types.ts";
import type { Gap } from "../../../src/tables/host/gap.ts";
import type { PlantedRoot } from "../root/planted-root.ts";
import { askRoot } from "./ask-root.ts";
import { runCollector } from "./build-probe.ts";

/** What a table of a root held. */
export interface CollectedRows extends Pick<Collection, "unavailable"> {
  table: string;
  rows: Record<string, unknown>[];
  gaps: Gap[];
}

/** The rows of these tables in a root. */
export async function collectRows(
  root: PlantedRoot,
  tables: string[],
): Promise<Pick<RunOptions, "rows" | "gaps">> {
  const collected = await askRoot<CollectedRows>(root, {
    command: runCollector,
    input: tables,
    reasons: ({ unavailable, gaps }) => [unavailable?.reason, ...gaps.map(({ reason }) => reason)],
  });
  for (const { table, unavailable } of collected)
    if (unavailable) throw new Error(`${table}: ${unavailable.detail}`);
  return {
    rows: Object.fromEntries(collected.map(({ table, rows }) => [table, rows])),
    gaps: Object.fromEntries(collected.map(({ table, gaps }) => [table, gaps])),
  };
}
