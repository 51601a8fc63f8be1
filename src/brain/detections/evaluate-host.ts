import type { StatementResult } from "../../contract/plan.ts";
import type { GapReason } from "../../contract/summary.ts";
import { ownValue } from "../../core/own-value.ts";
import type { Check, DetectionDefinition } from "./schema.ts";

/** The result of a detection on one host; `unknown` always has a reason. */
export type Verdict =
  | { type: "fail"; sql: string; evidence: StatementResult }
  | { type: "pass" }
  | { type: "unknown"; reason: GapReason; detail: string }
  | { type: "not_applicable" };

/** The verdict of each detection on one host. */
export type HostVerdicts = Map<DetectionDefinition, Verdict>;

/** The check for an agent's operating system (`linux`, `darwin`, `windows`), if the detection has one. */
function checkFor(definition: DetectionDefinition, os: string): Check | undefined {
  return ownValue<Check | undefined>(definition.platforms, os);
}

const appliesId = (detectionId: string) => `${detectionId}/applies`;
/** The id of the statement whose rows are a detection's evidence. */
export const evidenceId = (detectionId: string) => `${detectionId}/evidence`;
const unknownId = (detectionId: string) => `${detectionId}/unknown`;
/** The id of the statement that lists what a detection compares with advisories. */
export const installedId = (detectionId: string) => `${detectionId}/installed`;
export const isInstalledId = (statementId: string) => statementId.endsWith("/installed");

/** The statements that evaluate a detection on a host with this operating system. */
export function statementsFor(
  definition: DetectionDefinition,
  os: string,
): { id: string; sql: string }[] {
  const check = checkFor(definition, os);
  if (!check) return [];
  const id = definition.advisories ? installedId(definition.id) : evidenceId(definition.id);
  return [
    ...(check.applies ? [{ id: appliesId(definition.id), sql: check.applies }] : []),
    ...(check.unknown ? [{ id: unknownId(definition.id), sql: check.unknown }] : []),
    { id, sql: check.sql },
  ];
}

/** The verdict from the host's results. Incomplete data is never a pass; rows are a fail even if the data is incomplete. */
export function evaluateHost(
  definition: DetectionDefinition,
  os: string,
  results: ReadonlyMap<string, StatementResult>,
): Verdict {
  const check = checkFor(definition, os);
  if (!check) return { type: "not_applicable" };
  const applies = check.applies ? results.get(appliesId(definition.id)) : undefined;
  if (check.applies) {
    const unknown = unknownVerdict(applies);
    if (unknown && !applies?.rows.length) return unknown;
    if (!applies?.rows.length) return { type: "not_applicable" };
  }
  const evidence = results.get(evidenceId(definition.id));
  if (evidence && evidence.rows.length > 0) return { type: "fail", sql: check.sql, evidence };
  const undecided = check.unknown ? undecidedVerdict(results.get(unknownId(definition.id))) : null;
  return unknownVerdict(evidence) ?? undecided ?? { type: "pass" };
}

/** The statement of what keeps a check from being decided; null if nothing does. */
function undecidedVerdict(result: StatementResult | undefined): Verdict | null {
  const [row] = result?.rows ?? [];
  if (row) return { type: "unknown", reason: "table_missing", detail: String(row[0]) };
  return unknownVerdict(result) ?? null;
}

function unknownVerdict(
  result: StatementResult | undefined,
): Extract<Verdict, { type: "unknown" }> | undefined {
  if (!result) return { type: "unknown", reason: "error", detail: "the agent sent no result" };
  if (result.error)
    return { type: "unknown", reason: result.error.reason, detail: result.error.message };
  const gap = result.gaps[0];
  return gap && { type: "unknown", reason: gap.reason, detail: gap.detail };
}
