import type { Estate } from "../../src/brain/pathfinder/model/types.ts";
import { createEstate } from "../../src/brain/pathfinder/query/create-estate.ts";
import { parseEdgeRules, statementsFor } from "../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { demoHostsFolder } from "../../src/compose/simulated/demo-hosts.ts";
import {
  readSimulatedHosts,
  type SimulatedHost,
} from "../../src/compose/simulated/read-simulated-hosts.ts";
import { createSqlRunner } from "../../src/engine/run/sql-runner.ts";
import { openHost } from "../../src/tables/host/local.ts";
import { tables } from "../../src/tables/registry.ts";

export interface DemoGraph {
  estate: Estate;
  hosts: SimulatedHost[];
}

/** The shipped hosts as the pathfinder knows them once each was asked live, by the rules that are shipped. */
export async function buildDemoGraph(nowMs: number): Promise<DemoGraph> {
  const { edgeRules, factRules } = parseEdgeRules("data/edges");
  const estate = createEstate({ rules: edgeRules, facts: factRules, clock: { now: Date.now } });
  const runner = await createSqlRunner({ host: openHost(), tables });
  const hosts = readSimulatedHosts([demoHostsFolder()]);
  for (const host of hosts) {
    const { agent_id, hostname, os, addresses, tags } = host;
    const statements = statementsFor([...edgeRules, ...factRules], os);
    const results = await runner.run(
      statements.map((statement) => ({ ...statement, max_rows: 20_000, timeout_ms: 10_000 })),
      { rows: rowsOf(host) },
    );
    estate.replace({
      ...{ agent_id, hostname, os, addresses, tags },
      criticality: tags.tier === "crown" ? "critical" : "normal",
      collectedAt: new Date(nowMs).toISOString(),
      source: "live",
      results: new Map(results.map((result) => [result.id, result])),
    });
  }
  runner.close();
  return { estate, hosts };
}

const rowsOf = ({ tables: recorded }: SimulatedHost) =>
  Object.fromEntries([...recorded].map(([name, text]) => [name, JSON.parse(`${text}`)]));
