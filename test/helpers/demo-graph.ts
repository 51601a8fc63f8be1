import type { Estate } from "../../src/brain/pathfinder/model/types.ts";
import { createEstate } from "../../src/brain/pathfinder/query/create-estate.ts";
import type { EdgeRule, FactRule } from "../../src/brain/pathfinder/rules/edge-rule.ts";
import { parseEdgeRules, statementsFor } from "../../src/brain/pathfinder/rules/load-edge-rules.ts";
import { demoHostsFolder } from "../../src/compose/simulated/demo-hosts.ts";
import {
  readSimulatedHosts,
  type SimulatedHost,
} from "../../src/compose/simulated/read-simulated-hosts.ts";
import type { StatementResult } from "../../src/contract/plan.ts";
import { createSqlRunner } from "../../src/engine/run/sql-runner.ts";
import { openHost } from "../../src/tables/host/local.ts";
import { tables } from "../../src/tables/registry.ts";

export interface DemoGraph {
  estate: Estate;
  hosts: SimulatedHost[];
}

interface DemoAnswers {
  host: SimulatedHost;
  /** By rule id. */
  results: Map<string, StatementResult>;
}

/** What each of the shipped hosts answers to the rules' statements. */
export async function answersOfDemo(rules: (EdgeRule | FactRule)[]): Promise<DemoAnswers[]> {
  const runner = await createSqlRunner({ host: openHost(), tables });
  const answers: DemoAnswers[] = [];
  for (const host of readSimulatedHosts([demoHostsFolder()])) {
    const results = await runner.run(
      statementsFor(rules, host.os).map((statement) => ({
        ...statement,
        max_rows: 20_000,
        timeout_ms: 10_000,
      })),
      { rows: rowsOf(host) },
    );
    answers.push({ host, results: new Map(results.map((result) => [result.id, result])) });
  }
  runner.close();
  return answers;
}

/** The shipped hosts as the pathfinder knows them once each was asked live, by the rules that are shipped. */
export async function buildDemoGraph(nowMs: number): Promise<DemoGraph> {
  const { edgeRules, factRules } = parseEdgeRules("data/edges");
  const estate = createEstate({ rules: edgeRules, facts: factRules, clock: { now: Date.now } });
  const answers = await answersOfDemo([...edgeRules, ...factRules]);
  for (const { host, results } of answers) {
    const { agent_id, hostname, os, addresses, tags } = host;
    estate.replace({
      ...{ agent_id, hostname, os, addresses, tags, results },
      criticality: tags.tier === "crown" ? "critical" : "normal",
      collectedAt: new Date(nowMs).toISOString(),
      source: "live",
    });
  }
  return { estate, hosts: answers.map(({ host }) => host) };
}

const rowsOf = ({ tables: recorded }: SimulatedHost) =>
  Object.fromEntries([...recorded].map(([name, text]) => [name, JSON.parse(`${text}`)]));
