import type { Collection } from "../../../src/engine/run/collect-tables.ts";
import type { RunOptions } from "../../../src/engine/types.ts";
import type { Gap } from "../../../src/tables/host/gap.ts";
import type { PlantedRoot } from "../root/planted-root.ts";
import { runCollector } from "./build-probe.ts";

/** What a table of a root held. */
export interface CollectedRows extends Pick<Collection, "unavailable"> {
  table: string;
  rows: Record<string, unknown>[];
  gaps: Gap[];
}

/** On a busy machine a container engine may not answer in time, or a walk over the disk not end. */
const mostRounds = 5;

/** The rows of these tables in a root; collected again while one of them ran out of time. */
export async function collectRows(
  root: PlantedRoot,
  tables: string[],
): Promise<Pick<RunOptions, "rows" | "gaps">> {
  for (let round = 1; ; round++) {
    const { stdout, stderr, exitCode } = await root.run(runCollector, {
      stdin: JSON.stringify(tables),
    });
    if (exitCode !== 0) throw new Error(`The tables could not be collected: ${stderr}`);
    const collected = JSON.parse(stdout) as CollectedRows[];
    if (round < mostRounds && collected.some(ranOutOfTime)) continue;
    for (const { table, unavailable } of collected)
      if (unavailable) throw new Error(`${table}: ${unavailable.detail}`);
    return {
      rows: Object.fromEntries(collected.map(({ table, rows }) => [table, rows])),
      gaps: Object.fromEntries(collected.map(({ table, gaps }) => [table, gaps])),
    };
  }
}

const ranOutOfTime = ({ unavailable, gaps }: CollectedRows) =>
  unavailable?.reason === "timed_out" || gaps.some(({ reason }) => reason === "timed_out");
