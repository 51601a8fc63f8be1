import { join } from "node:path";
import { loadDefinitions, parseDefinitions } from "../definitions/load-definitions.ts";
import { readSharedSelects, withShared } from "../definitions/shared-selects.ts";
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
  if (!definition.with) return definition;
  const shared = readSharedSelects(definition, {
    folder: join(folder, "../edges/with"),
    errorCode,
  });
  const platforms = Object.entries(definition.platforms).map(([os, check]: [string, Check]) => [
    os,
    { ...check, sql: withShared(check.sql, shared) },
  ]);
  return { ...definition, platforms: Object.fromEntries(platforms) };
}
