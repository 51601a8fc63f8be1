import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import { isoTime } from "../../core/clock.ts";
import type { AgentRecord, SnapshotRecord } from "../../store/records.ts";
import type { PolicyEffects } from "../hosts/tag-policies.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import type { DepthLimits } from "../model/limits.ts";
import { edgeStatements, replaceEdges } from "../pathfinder/run/ingest-hosts.ts";
import type { BrainServices } from "../ports/services.ts";

/** A rule of edges may have the id of a detection. */
const prefix = "edge/";

/** Takes the edges of hosts from the same plan as the checks, so that tables are collected once. */
export interface EdgeCollector {
  /** The statements to add to the plan of a host with this operating system. */
  statementsFor(os: string): PlanStatement[];
  /** Call before a host is asked; `ingest` replaces its edges with those of its answer. */
  begin(agent: AgentRecord): Promise<{ ingest(answer: HostAnswer, effects: PolicyEffects): void }>;
}

export function createEdgeCollector(
  accountId: string,
  { services, limits }: { services: BrainServices; limits: DepthLimits },
): EdgeCollector {
  const known = services.pathfinder.estateOf(accountId);
  return {
    statementsFor: (os) =>
      edgeStatements(os, { services, limits }).map((statement) => ({
        ...statement,
        id: prefix + statement.id,
      })),
    async begin(agent) {
      const askedAt = isoTime(services.clock.now());
      const snapshot: SnapshotRecord | undefined = (await services.store.find("snapshot", agent.id))
        ?.record;
      return {
        ingest(answer, effects) {
          if (answer.gap) return;
          const results = edgeResults(answer);
          replaceEdges({ ...answer, results }, { known, effects, askedAt, snapshot });
        },
      };
    },
  };
}

/** The results of the edge rules, by the ids of the rules. */
export function edgeResults({ results }: HostAnswer): Map<string, StatementResult> {
  const edges = [...results].filter(([id]) => id.startsWith(prefix));
  return new Map(
    edges.map(([id, result]) => {
      const rule = id.slice(prefix.length);
      return [rule, { ...result, id: rule }];
    }),
  );
}
