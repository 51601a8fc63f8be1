import type { Depth } from "../../contract/common.ts";
import type { PlanStatement } from "../../contract/plan.ts";
import type { PathQuestion, Reading } from "../../contract/reading.ts";
import type { Catalogue } from "../detections/catalogue.ts";
import { statementsFor } from "../detections/evaluate-host.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import { depthLimits, maxRowsPerStatement } from "../model/limits.ts";

/** The readings of a question's parts; a question of one part is its own. */
export function partsOf(reading: Reading): Reading[] {
  return reading.parts?.length ? reading.parts : [reading];
}

/** The detections a run judges: those that the route leads to, best first, and at `deep` those related to them. */
export function chooseDetections(
  reading: Reading,
  depth: Depth,
  catalogue: Catalogue,
): DetectionDefinition[] {
  const limits = depthLimits[depth];
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

/** The ways that a question asks about; of several parts, the first that asks about any. */
export function waysAskedFor(reading: Reading): PathQuestion | null {
  return partsOf(reading).find(({ path }) => path !== null)?.path ?? null;
}

/** Whether anything is asked of hosts besides their ways. */
export function asksHosts({
  reading,
  detections,
}: {
  reading: Reading;
  detections: DetectionDefinition[];
}): boolean {
  return detections.length > 0 || partsOf(reading).some(({ sql }) => sql.length > 0);
}

/** Id of the statement of one part and one alternative source of its data. */
export const factsId = (part: number, alternative: number) => `facts/${part}/${alternative}`;

/** The part that a statement is of; null for one of a detection. */
export function partOfFacts(id: string): number | null {
  const [, part] = /^facts\/(\d+)\/\d+$/.exec(id) ?? [];
  return part === undefined ? null : Number(part);
}

/** Everything that is asked of a host with this operating system. */
export function statementsOf(
  {
    reading,
    detections,
    depth,
  }: { reading: Reading; detections: DetectionDefinition[]; depth: Depth },
  os: string,
): PlanStatement[] {
  const facts = partsOf(reading).flatMap((part, index) =>
    part.sql.map((sql, alternative) => ({ id: factsId(index, alternative), sql })),
  );
  const checks = detections.flatMap((definition) => statementsFor(definition, os));
  return [...facts, ...checks].map((statement) => ({
    ...statement,
    max_rows: maxRowsPerStatement,
    timeout_ms: depthLimits[depth].planTimeoutMs,
  }));
}
