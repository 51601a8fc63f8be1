import { badFile, type OwnFile, readOwnFolder } from "../../definitions/read-own-folder.ts";
import { checkDetection, type DetectionContext } from "./check-detection.ts";
import { OwnDetection } from "./own-detection.ts";

/**
 * The detections of an operator's folder, each with its shared statements. Throws an `AppError` that
 * names file and line for the first that is invalid, so that nothing starts with a check that can't
 * run.
 */
export async function loadOwnDetections(
  folder: string,
  context: Omit<DetectionContext, "known">,
): Promise<OwnDetection[]> {
  const files = readOwnFolder(folder, OwnDetection) as OwnFile<OwnDetection>[];
  const known = new Set([...context.shipped, ...files.map(({ definition }) => definition.id)]);
  const detections: OwnDetection[] = [];
  for (const file of files) {
    const checked = await checkDetection(file, { ...context, known });
    if (!checked.ok) throw badFile(file.path, checked.problems);
    detections.push(checked.detection);
  }
  return detections;
}
