import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { type Document, isNode, isPair, isScalar, LineCounter, parseDocument } from "yaml";
import { describeSchemaError } from "./describe-schema-error.ts";

/** What is wrong in a file; lines and columns count from 1. */
export interface Problem {
  line: number;
  column: number;
  message: string;
}

export type FieldPath = (string | number)[];

/** A definition with the places of its fields, or everything that keeps the text from being one. */
export type ReadDefinition<T> =
  | { ok: true; definition: T; problemAt(path: FieldPath, message: string): Problem }
  | { ok: false; problems: Problem[] };

/** Reads one YAML document and validates it. Never throws. */
export function readDefinition<Schema extends TSchema>(
  text: string,
  schema: Schema,
): ReadDefinition<Static<Schema>> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const problemAt = (path: FieldPath, message: string): Problem => ({
    ...placeOf(lines, offsetOf(document, path)),
    message,
  });
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, message }) => ({
      ...placeOf(lines, pos[0]),
      message: `the file is not valid YAML: ${message.split("\n")[0]?.replace(/ at line .*/, "")}`,
    }));
    return { ok: false, problems };
  }
  const value = plainValue(document);
  if (!value.ok) return { ok: false, problems: [problemAt([], value.message)] };
  const errors = Value.Errors(schema, value.value);
  const problems = unknownFieldsFirst(errors).flatMap((error) =>
    describeSchemaError(error, schema).map(({ path, message }) => problemAt(path, message)),
  );
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, definition: value.value as Static<Schema>, problemAt };
}

/** A misspelt field is also a missing one, which says less. */
const unknownFieldsFirst = <T extends { keyword: string }>(errors: T[]): T[] => [
  ...errors.filter(({ keyword }) => keyword === "additionalProperties"),
  ...errors.filter(({ keyword }) => keyword !== "additionalProperties"),
];

/** The document as plain values; YAML's aliases can stand for more than fits into memory. */
function plainValue(
  document: Document,
): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    return { ok: false, message: `the file can't be expanded: ${(error as Error).message}` };
  }
}

function placeOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

/** Where a field's key begins, or the nearest field around it that exists. */
function offsetOf(document: Document, path: FieldPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const offset = keyOffset(document, path.slice(0, length));
    if (offset !== null) return offset;
  }
  return document.contents?.range?.[0] ?? 0;
}

function keyOffset(document: Document, path: FieldPath): number | null {
  const parent: unknown = document.getIn(path.slice(0, -1), true);
  const name = path.at(-1);
  const items = (parent as { items?: unknown[] } | undefined)?.items ?? [];
  const pair = items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name);
  const node = isPair(pair) ? pair.key : items[Number(name)];
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
