import type { SqlChecker } from "../../definitions/check-sql.ts";
import { badFile, type OwnFile, readOwnFolder } from "../../definitions/read-own-folder.ts";
import { lintDetection } from "./lint-detection.ts";
import { OwnDetection } from "./own-detection.ts";

/**
 * The detections of an operator's folder. Throws an `AppError` that names file and line for the
 * first that is invalid, so that nothing starts with a check that can't run.
 */
export async function loadOwnDetections(
  folder: string,
  { shipped, checker }: { shipped: ReadonlySet<string>; checker: SqlChecker },
): Promise<OwnDetection[]> {
  const files = readOwnFolder(folder, OwnDetection) as OwnFile<OwnDetection>[];
  const known = new Set([...shipped, ...files.map(({ definition }) => definition.id)]);
  for (const { definition, problemAt, path } of files) {
    const context = { checker, problemAt, known, shipped };
    const problems = await lintDetection(definition, context);
    if (problems.length > 0) throw badFile(path, problems);
  }
  return files.map(({ definition }) => definition);
}
