import { loadDefinitions, parseDefinitions } from "../definitions/load-definitions.ts";
import { DetectionDefinition } from "./schema.ts";

const kind = { schema: DetectionDefinition, errorCode: "bad_detection" };

/** Every detection of `folder`, by file name. */
export function loadDetections(folder: string): DetectionDefinition[] {
  return loadDefinitions(folder, kind);
}

/** Every detection of `folder`, from the YAML alone. */
export function parseDetections(folder: string): DetectionDefinition[] {
  return parseDefinitions(folder, kind);
}
