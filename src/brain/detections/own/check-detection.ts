import type { Problem } from "../../definitions/read-definition.ts";
import type { OwnFile } from "../../definitions/read-own-folder.ts";
import { readShared } from "../../definitions/shared-selects.ts";
import { completeDetection } from "../load-detections.ts";
import { type LintContext, lintDetection } from "./lint-detection.ts";
import type { OwnDetection } from "./own-detection.ts";

/** What detections of an operator are checked against. */
export interface DetectionContext extends Omit<LintContext, "problemAt"> {
  /** The folder of the shared statements, which own detections may start with. */
  sharedFolder: string;
}

/** A detection with its shared statements, or what is wrong with it. */
export async function checkDetection(
  { definition, problemAt }: Pick<OwnFile<OwnDetection>, "definition" | "problemAt">,
  { sharedFolder, ...context }: DetectionContext,
): Promise<{ ok: true; detection: OwnDetection } | { ok: false; problems: Problem[] }> {
  const read = (definition.with ?? []).map((name) => ({
    name,
    sql: readShared(sharedFolder, name),
  }));
  const missing = read.flatMap(({ name, sql }, at) =>
    sql === null ? [problemAt(["with", at], `there is no shared statement with/${name}.sql`)] : [],
  );
  if (missing.length > 0) return { ok: false, problems: missing };
  const shared = read.map(({ name, sql }) => ({ name, sql: sql ?? "" }));
  const detection = completeDetection(definition, shared);
  const problems = await lintDetection(detection, { ...context, problemAt });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, detection };
}
