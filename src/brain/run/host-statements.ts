import type { PlanStatement } from "../../contract/plan.ts";
import type { AgentRecord } from "../../store/records.ts";
import { applicableStatements } from "../hosts/applicable-statements.ts";
import type { Evaluator } from "../ports/services.ts";

/** Finds the statements for a host. Hosts with the same tables get the same list, which a fleet's plans share. */
export type HostStatements = (agent: AgentRecord) => Promise<PlanStatement[]>;

export function createHostStatements({
  candidatesFor,
  edgesFor,
  evaluator,
}: {
  /** What is asked of an operating system. */
  candidatesFor: (os: string) => PlanStatement[];
  /** What the pathfinder asks beside it. */
  edgesFor: (os: string) => PlanStatement[];
  evaluator: Pick<Evaluator, "tablesRead">;
}): HostStatements {
  const known = new Map<string, Promise<PlanStatement[]>>();
  return (agent) => {
    const key = `${agent.os} ${agent.tables.join()}`;
    const before = known.get(key);
    if (before) return before;
    const made = applicableStatements(candidatesFor(agent.os), agent, evaluator).then(
      (statements) => [...statements, ...edgesFor(agent.os)],
    );
    known.set(key, made);
    return made;
  };
}
