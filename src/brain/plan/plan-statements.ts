import type { Depth } from "../../contract/common.ts";
import type { PlanStatement } from "../../contract/plan.ts";
import type { PathQuestion, Reading } from "../../contract/reading.ts";
import type { Catalogue } from "../detections/catalogue.ts";
import { statementsFor } from "../detections/evaluate-host.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import { depthLimits, maxRowsPerStatement } from "../model/limits.ts";

/** The readings of a question's parts; the reading itself if it has no parts. */
export function partsOf(reading: Reading): Reading[] {
  return reading.parts?.length ? reading.parts : [reading];
}

/**
 * The detections a run evaluates: those that match the question, best first, and at `deep` their
 * related ones; all of the catalogue for a question about security as a whole.
 */
export function chooseDetections(
  reading: Reading,
  depth: Depth,
  catalogue: Catalogue,
): DetectionDefinition[] {
  const limits = depthLimits[depth];
  if (reading.posture) return catalogue.all();
  const parts = [reading, ...(reading.parts ?? [])].filter(({ route }) =>
    route.includes("detections"),
  );
  const named = [...new Set(parts.flatMap((part) => part.detections))]
    .map((id) => catalogue.find(id))
    .filter((definition) => definition !== undefined)
    .slice(0, limits.maxDetections);
  if (!limits.related) return named;
  const related = named
    .flatMap((definition) => definition.related ?? [])
    .map((id) => catalogue.find(id));
  return [...new Set([...named, ...related.filter((definition) => definition !== undefined)])];
}

/** The question about paths, if any; the first one of several parts. */
export function pathQuestionOf(reading: Reading): PathQuestion | null {
  return partsOf(reading).find(({ path }) => path !== null)?.path ?? null;
}

/** Whether hosts are asked anything besides the statements of a path question. */
export function hasStatements({
  reading,
  detections,
}: {
  reading: Reading;
  detections: DetectionDefinition[];
}): boolean {
  return detections.length > 0 || partsOf(reading).some(({ sql }) => sql.length > 0);
}

/** The id of the statement for one part and one of its alternative sources. */
export const factsStatementId = (part: number, alternative: number) =>
  `facts/${part}/${alternative}`;

/** The part that a statement belongs to; null for a detection's statement. */
export function partOfStatement(id: string): number | null {
  const [, part] = /^facts\/(\d+)\/\d+$/.exec(id) ?? [];
  return part === undefined ? null : Number(part);
}

/** All statements for a host with this operating system. */
export function statementsOf(
  {
    reading,
    detections,
    depth,
  }: { reading: Reading; detections: DetectionDefinition[]; depth: Depth },
  os: string,
): PlanStatement[] {
  const facts = partsOf(reading).flatMap((part, index) =>
    part.sql.map((sql, alternative) => ({ id: factsStatementId(index, alternative), sql })),
  );
  const checks = detections.flatMap((definition) => statementsFor(definition, os));
  return [...facts, ...checks].map((statement) => ({
    ...statement,
    max_rows: maxRowsPerStatement,
    timeout_ms: depthLimits[depth].planTimeoutMs,
  }));
}
