import type { StatementResult, TableGap } from "../../contract/plan.ts";
import { evidenceId, installedId, statementsFor } from "../detections/evaluate-host.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import type { Judge } from "./create-judge.ts";
import { advisoryTable, joinRows } from "./join-rows.ts";

export interface JoinTerms {
  /** Undefined if the operator gave no advisories. */
  advisories: Judge | undefined;
  nowMs: number;
}

/**
 * Replaces the lists of installed packages in a host's answer by the evidence of their detections:
 * the packages that advisories are about.
 */
export async function joinAdvisories(
  answer: HostAnswer,
  detections: DetectionDefinition[],
  { advisories, nowMs }: JoinTerms,
): Promise<HostAnswer> {
  if (answer.gap) return answer;
  const joined: HostAnswer = { ...answer, results: new Map(answer.results) };
  for (const definition of detections) {
    if (!definition.advisories || statementsFor(definition, answer.agent.os).length === 0) continue;
    const installed = answer.results.get(installedId(definition.id));
    joined.results.delete(installedId(definition.id));
    const id = evidenceId(definition.id);
    if (!advisories) joined.results.set(id, withoutAdvisories(id));
    else if (installed?.error) joined.results.set(id, { ...installed, id });
    else if (installed) {
      const { result, used } = await joinRows({ ...installed, id }, advisories, nowMs);
      joined.results.set(id, result);
      joined.advisories = [...(joined.advisories ?? []), used];
    }
  }
  return joined;
}

function withoutAdvisories(id: string): StatementResult {
  const gap: TableGap = {
    table: advisoryTable,
    reason: "table_missing",
    detail: "inquest was started without --advisories",
  };
  return {
    id,
    columns: [],
    rows: [],
    row_count: 0,
    truncated: false,
    gaps: [gap],
    error: null,
    duration_ms: 0,
  };
}
