import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { parse } from "yaml";
import { AppError } from "../../core/errors.ts";

/** The kind of definitions in a folder of YAML files, one per file, named by its `id`. */
export interface DefinitionKind<Schema extends TSchema> {
  schema: Schema;
  /** The code of the error for an invalid file. */
  errorCode: string;
}

type Definition<Schema extends TSchema> = Static<Schema> & { id: string };

/** Every definition of `folder`, by file name: from the build's JSON if it is current, otherwise from the YAML. */
export function loadDefinitions<Schema extends TSchema>(
  folder: string,
  kind: DefinitionKind<Schema>,
): Definition<Schema>[] {
  const names = yamlFiles(folder);
  return readCompiled<Definition<Schema>>(folder, names) ?? parseFiles(folder, names, kind);
}

/** Every definition of `folder`, parsed from the YAML and validated. */
export function parseDefinitions<Schema extends TSchema>(
  folder: string,
  kind: DefinitionKind<Schema>,
): Definition<Schema>[] {
  return parseFiles(folder, yamlFiles(folder), kind);
}

const parseFiles = <Schema extends TSchema>(
  folder: string,
  names: string[],
  kind: DefinitionKind<Schema>,
) => names.map((name) => parseDefinition(name, readFileSync(join(folder, name), "utf8"), kind));

function yamlFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .sort();
}

/**
 * The build's JSON of the same files, which loads twenty times faster; null if a file was changed,
 * added or removed since.
 */
function readCompiled<T extends { id: string }>(folder: string, names: string[]): T[] | null {
  const compiled = `${folder}.json`;
  if (!existsSync(compiled)) return null;
  const builtMs = statSync(compiled).mtimeMs;
  if (names.some((name) => statSync(join(folder, name)).mtimeMs > builtMs)) return null;
  const definitions = JSON.parse(readFileSync(compiled, "utf8")) as T[];
  const sources = definitions.map(({ id }) => `${id}.yaml`);
  return sources.join() === names.join() ? definitions : null;
}

/** Throws an error that names the file if it is invalid. */
function parseDefinition<Schema extends TSchema>(
  name: string,
  text: string,
  { schema, errorCode }: DefinitionKind<Schema>,
): Definition<Schema> {
  const value: unknown = parse(text);
  const problem = Value.Errors(schema, value)[0];
  if (problem) throw new AppError(errorCode, `${name}${problem.instancePath}: ${problem.message}.`);
  const definition = value as Definition<Schema>;
  if (`${definition.id}.yaml` !== name)
    throw new AppError(errorCode, `${name} holds the id ${definition.id}.`);
  return definition;
}
