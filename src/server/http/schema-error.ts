import type { AppError, Issue } from "../../core/errors.ts";
import { apiError, notFound } from "./errors.ts";
import { formatMessages } from "./formats.ts";

/** One failure as the schema validator reports it (ajv's format, with `verbose`). */
export interface SchemaFailure {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** The error that Fastify throws when part of a request doesn't match its schema. */
interface SchemaFailures {
  validation: SchemaFailure[];
  validationContext: string;
}

/** Issues reported per request; a hostile body can cause a hundred thousand. */
const maxIssues = 100;

export function isSchemaFailure(error: unknown): error is SchemaFailures {
  return error instanceof Error && "validation" in error && Array.isArray(error.validation);
}

/** The API error of a request that doesn't match its schema; a malformed path parameter is `not_found`. */
export function schemaError({ validation, validationContext }: SchemaFailures): AppError {
  if (validationContext === "params") return notFound();
  const missing = validation.some(({ keyword }) => keyword === "required");
  const notInEnum = new Set(
    validation.filter(({ keyword }) => keyword === "enum").map(({ instancePath }) => instancePath),
  );
  const issues = validation
    // A value that is none of an enum's says more than one of the wrong type.
    .filter(({ keyword, instancePath }) => keyword !== "type" || !notInEnum.has(instancePath))
    // The failure of `propertyNames` itself covers the details of an invalid field name.
    .filter(({ schemaPath }) => !schemaPath.includes("/propertyNames/"))
    .slice(0, maxIssues)
    .map(toIssue);
  return apiError(missing ? "missing_required_field" : "validation_error", { issues });
}

function toIssue(failure: SchemaFailure): Issue {
  return { path: pathOf(failure), message: messageOf(failure) };
}

/** Converts a JSON pointer (RFC 6901) to a dotted path, with the missing or unknown field appended. */
function pathOf({ instancePath, params }: SchemaFailure): string {
  const field = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  const parts = instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return [...parts, ...(typeof field === "string" ? [field] : [])].join(".");
}

function messageOf({ keyword, params, message }: SchemaFailure): string {
  if (keyword === "required") return "is required";
  if (keyword === "additionalProperties") return "is not a known field";
  if (keyword === "propertyNames") return "must have a name of 1 to 255 characters";
  if (keyword === "enum") return `must be one of ${(params.allowedValues as unknown[]).join(", ")}`;
  if (keyword === "const") return `must be ${String(params.allowedValue)}`;
  if (keyword === "format") return formatMessages[String(params.format)] ?? String(message);
  return message ?? "is not valid";
}
