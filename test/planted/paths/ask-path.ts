import { createEstate } from "../../../src/brain/pathfinder/query/create-estate.ts";
import { isProven } from "../../../src/brain/pathfinder/report/is-proven.ts";
import {
  parseEdgeRules,
  statementsFor,
} from "../../../src/brain/pathfinder/rules/load-edge-rules.ts";
import type { StatementResult } from "../../../src/contract/plan.ts";
import { createSqlRunner } from "../../../src/engine/run/sql-runner.ts";
import { tables } from "../../../src/tables/registry.ts";
import { collectRows } from "../probe/collect-rows.ts";
import type { PlantedRoot } from "../root/planted-root.ts";

const { edgeRules, factRules } = parseEdgeRules("data/edges");

/** An account on the first host, and one on the last. */
interface Ends {
  from: string;
  to: string;
}

export interface PathAnswer {
  isFound: boolean;
  isConfirmed: boolean;
  /** The first reason why the path may not work; null: none. */
  reason: string | null;
}

/** Asks for paths between two accounts, from what the hosts report. */
export async function askPath(
  roots: Map<string, PlantedRoot>,
  { from, to }: Ends,
): Promise<PathAnswer> {
  const estate = createEstate({ rules: edgeRules, facts: factRules, clock: { now: Date.now } });
  for (const [name, root] of roots)
    estate.replace({
      agent_id: name,
      hostname: name,
      os: "linux",
      addresses: [],
      tags: {},
      criticality: "normal",
      collectedAt: new Date().toISOString(),
      source: "live",
      results: await collect(root),
    });
  const names = [...roots.keys()];
  const { paths, nearest, ends } = estate.search({
    question: {
      from: { kind: "user", user: from, host: names[0]! },
      to: { kind: "user", user: to, host: names.at(-1)! },
      mode: "find",
    },
    agentIds: null,
    k: 3,
    maxSteps: 12,
    timeoutMs: 10_000,
  });
  const missing = ends.from.missing ?? ends.to.missing;
  if (missing !== null) throw new Error(missing);
  // Of a path that is blocked, the answer names the steps that block it.
  const doubt = nearest
    ? nearest.hops.find(({ state }) => state === "refuted")
    : paths[0]?.hops.find(({ state }) => state !== "proven");
  return {
    isFound: paths.length > 0,
    isConfirmed: paths.some(isProven),
    reason: doubt ? `${doubt.rule.edge}: ${doubt.why}` : null,
  };
}

/** What the hosts' statements say; they run here, where one preparation serves all hosts. */
async function collect(root: PlantedRoot): Promise<Map<string, StatementResult>> {
  const { runner, statements, read } = await opened();
  const results = await runner.run(statements, await collectRows(root, read));
  for (const { id, error } of results) if (error) throw new Error(`${id}: ${error.message}`);
  return new Map(results.map((result) => [result.id, result]));
}

let runnerOfAll: ReturnType<typeof openRunner> | undefined;
const opened = () => (runnerOfAll ??= openRunner());

async function openRunner() {
  const runner = await createSqlRunner({ tables });
  const statements = statementsFor([...edgeRules, ...factRules], "linux").map((one) => ({
    ...one,
    max_rows: 10_000,
    timeout_ms: 30_000,
  }));
  const read = new Set(statements.flatMap(({ sql }) => runner.tablesRead(sql) ?? []));
  return { runner, statements, read: [...read] };
}
