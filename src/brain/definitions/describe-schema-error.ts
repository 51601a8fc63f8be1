import type { TSchema } from "typebox";
import type { TLocalizedValidationError } from "typebox/error";
import { suggest } from "../../core/suggest.ts";
import type { FieldPath } from "./read-definition.ts";

/** What the patterns of definitions mean. */
const patterns: Record<string, string> = {
  "^[a-z0-9_]+$": "may only have lower-case letters, digits and underscores",
  "^T[0-9]{4}([.][0-9]{3})?$": "must be an ATT&CK technique, such as T1548 or T1548.003",
  "^[A-Z][A-Za-z]+$": "must be letters that start with a capital, such as SudoRoot",
};

interface Described {
  path: FieldPath;
  message: string;
}

/** A validation error as sentences without their full stop, one for each field. */
export function describeSchemaError(
  error: TLocalizedValidationError,
  schema: TSchema,
): Described[] {
  const path = pathOf(error.instancePath);
  switch (error.keyword) {
    // A field that is not allowed is reported again by additionalProperties.
    case "boolean":
      return [];
    case "required":
      return error.params.requiredProperties.map((name) => ({
        path,
        message: `${nameOf([...path, name])} is missing`,
      }));
    case "additionalProperties":
      return error.params.additionalProperties.map((name) => ({
        path: [...path, name],
        message: unknownField([...path, name], fieldsAt(schema, path)),
      }));
    case "enum":
      return [
        {
          path,
          message: `${nameOf(path)} must be one of ${error.params.allowedValues.join(", ")}`,
        },
      ];
    case "pattern": {
      const meaning = patterns[String(error.params.pattern)] ?? error.message;
      return [{ path, message: `${nameOf(path)} ${meaning}` }];
    }
    default:
      return [{ path, message: `${nameOf(path)} ${error.message}` }];
  }
}

const pathOf = (pointer: string): FieldPath =>
  pointer
    .split("/")
    .slice(1)
    .map((part) =>
      /^\d+$/.test(part) ? Number(part) : part.replace("~1", "/").replace("~0", "~"),
    );

const nameOf = (path: FieldPath) => (path.length === 0 ? "the file" : path.join("."));

function unknownField(path: FieldPath, known: string[]): string {
  const near = suggest(String(path.at(-1)), known);
  const hint = near ? `did you mean ${near}?` : `the fields are ${known.join(", ")}`;
  return `${nameOf(path)} is not a known field; ${hint}`;
}

/** The names of the fields that an object of the schema may have. */
function fieldsAt(schema: TSchema, path: FieldPath): string[] {
  let at: unknown = schema;
  for (const part of path) {
    const { properties, items } = at as { properties?: Record<string, unknown>; items?: unknown };
    at = typeof part === "number" ? items : properties?.[part];
    if (at === undefined) return [];
  }
  return Object.keys((at as { properties?: object }).properties ?? {});
}
