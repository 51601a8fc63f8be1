import type { TSchema } from "typebox";
import { AppError } from "../../core/errors.ts";
import { readTrustedFolder } from "../../core/operator-files/read-trusted-folder.ts";
import { type Problem, type ReadDefinition, readDefinition } from "./read-definition.ts";

const limits = { maxFiles: 1_000, maxBytes: 256 << 10 };

const isDefinition = (name: string) => /[.]ya?ml$/.test(name) && !isCases(name);

/** Files with the test cases of a definition lie beside it. */
export const isCases = (name: string): boolean => /[.]test[.]ya?ml$/.test(name);

/** The id that a file's name stands for. */
export const idOfFile = (name: string): string => name.replace(/[.]ya?ml$/, "");

/** A definition that passed its schema, with the file to name in errors. */
export interface OwnFile<T> extends Extract<ReadDefinition<T>, { ok: true }> {
  path: string;
}

/**
 * The definitions of a folder that an operator configured, one for each YAML file, named by its
 * id. Throws an `AppError` for the first file that is invalid.
 */
export function readOwnFolder<Schema extends TSchema>(
  folder: string,
  schema: Schema,
): OwnFile<{ id: string }>[] {
  return readTrustedFolder(folder, { wants: isDefinition, ...limits }).map(
    ({ name, path, text }) => {
      const read = readDefinition(text, schema) as ReadDefinition<{ id: string }>;
      if (!read.ok) throw badFile(path, read.problems);
      if (read.definition.id !== idOfFile(name))
        throw badFile(path, [read.problemAt(["id"], idMismatch(read.definition.id, name))]);
      return { ...read, path };
    },
  );
}

export const idMismatch = (id: string, name: string): string =>
  `the id is ${id}, but the file is called ${name}`;

/** The error for an invalid file: its first problem, and how many others there are. */
export function badFile(path: string, problems: Problem[]): AppError {
  const [{ line, column, message } = { line: 1, column: 1, message: "is invalid" }, ...others] =
    problems;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const end = message.endsWith("?") && more === "" ? "" : ".";
  return new AppError("bad_definition", `${path}:${line}:${column}: ${message}${more}${end}`, {
    hint: `List every problem: inquest detections lint ${path}`,
    kind: "usage",
  });
}

/** Why a definition may not stand beside the shipped ones; null if it may. */
export function replacementFault(
  { id, replaces }: { id: string; replaces?: boolean | undefined },
  shipped: ReadonlySet<string>,
): string | null {
  if (shipped.has(id) && !replaces)
    return `${id} is a shipped definition; choose another id, or replace it with replaces: true`;
  if (!shipped.has(id) && replaces)
    return `there is no shipped definition ${id} to replace; remove replaces: true`;
  return null;
}

/** The shipped definitions with the operator's instead of those they replace, and after them. */
export function withOwn<T extends { id: string }>(shipped: T[], own: T[]): T[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...shipped.filter(({ id }) => !ids.has(id)), ...own];
}
