import { join } from "node:path";
import { loadDefinitions, parseDefinitions } from "../definitions/load-definitions.ts";
import { readSharedSelects, type SharedSelect, withShared } from "../definitions/shared-selects.ts";
import { type Check, DetectionDefinition } from "./schema.ts";

const errorCode = "bad_detection";
const kind = { schema: DetectionDefinition, errorCode };

/** Every detection of `folder` (data/detections), by file name. */
export function loadDetections(folder: string): DetectionDefinition[] {
  return loadDefinitions(folder, kind).map((one) => completed(one, folder));
}

/** Every detection of `folder`, from the YAML alone. */
export function parseDetections(folder: string): DetectionDefinition[] {
  return parseDefinitions(folder, kind).map((one) => completed(one, folder));
}

/** Its checks with the statements that they share with the edge rules. */
function completed(definition: DetectionDefinition, folder: string): DetectionDefinition {
  const shared = readSharedSelects(definition, {
    folder: join(folder, "../edges/with"),
    errorCode,
  });
  return completeDetection(definition, shared);
}

/** A detection whose checks start with shared statements. */
export function completeDetection<Definition extends DetectionDefinition>(
  definition: Definition,
  shared: SharedSelect[],
): Definition {
  if (shared.length === 0) return definition;
  const platforms = Object.entries(definition.platforms).map(([os, check]: [string, Check]) => [
    os,
    {
      ...check,
      sql: withShared(check.sql, shared),
      ...(check.unknown && { unknown: withShared(check.unknown, shared) }),
    },
  ]);
  return { ...definition, platforms: Object.fromEntries(platforms) };
}
