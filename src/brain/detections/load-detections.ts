import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Value } from "typebox/value";
import { parse } from "yaml";
import { AppError } from "../../core/errors.ts";
import { DetectionDefinition } from "./schema.ts";

/** Every detection of `folder`, by file name: from the build's JSON where it is fresh, else from the YAML. */
export function loadDetections(folder: string): DetectionDefinition[] {
  const names = yamlFiles(folder);
  return readCompiled(folder, names) ?? parseDetections(folder, names);
}

/** The YAML files of `folder`, each held to the schema. */
export function parseDetections(folder: string, names = yamlFiles(folder)): DetectionDefinition[] {
  return names.map((name) => parseDetection(name, readFileSync(join(folder, name), "utf8")));
}

function yamlFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .sort();
}

/**
 * The build's JSON of the same files, which is read twenty times faster; null when it was made
 * before one of them was changed, added or removed.
 */
function readCompiled(folder: string, names: string[]): DetectionDefinition[] | null {
  const compiled = `${folder}.json`;
  if (!existsSync(compiled)) return null;
  const madeMs = statSync(compiled).mtimeMs;
  if (names.some((name) => statSync(join(folder, name)).mtimeMs > madeMs)) return null;
  const definitions = JSON.parse(readFileSync(compiled, "utf8")) as DetectionDefinition[];
  const madeOf = definitions.map(({ id }) => `${id}.yaml`);
  return madeOf.join() === names.join() ? definitions : null;
}

/** A file that breaks the schema is an error that names it. */
function parseDetection(name: string, text: string): DetectionDefinition {
  const value: unknown = parse(text);
  const problem = Value.Errors(DetectionDefinition, value)[0];
  if (problem)
    throw new AppError("bad_detection", `${name}${problem.instancePath}: ${problem.message}.`);
  const definition = value as DetectionDefinition;
  if (`${definition.id}.yaml` !== name)
    throw new AppError("bad_detection", `${name} holds the id ${definition.id}.`);
  return definition;
}
